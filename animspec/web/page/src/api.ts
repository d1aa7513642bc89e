// The service's addresses. A later request of one kind takes the place of the earlier.

import { by } from "./dom";

export interface Place { line: number; column: number; endLine: number; endColumn: number }
export interface Related { message: string; pointer: string; place: Place | null }
export interface Finding {
  rule: string;
  severity: "error" | "warning" | "hint";
  pointer: string;
  address: string;
  place: Place | null;
  message: string;
  count: number;
  offset?: number;
  object?: number | null;
  related?: Related;
  fix?: { safe: boolean; message: string };
}
export interface Summary { errors: number; warnings: number; hints: number; fixable: number; fixableUnsafely: number; leftOut?: number }
export interface Report { findings: Finding[]; summary: Summary }
export interface Fixed { fixed: number; refused: { rule: string; reason: string }[]; document: string | null; diff: string; report: Report }
export interface Info { motions: { name: string; label: string; channels: { address: string; path: string }[] }[] }
export interface Channel {
  address: string;
  components: string[];
  unit: string;
  values: (number | null)[][];
  keys: { times: number[]; values: number[][]; interpolations: string[] };
}
export interface Motion {
  label: string; start: number; end: number; unit: string; unitsPerSecond: number | null;
  fps: number | null; loop: boolean; times: number[]; seconds: number[] | null; channels: Channel[];
}
export interface Fault { rule: string; message: string; start: number; end: number; frame: string }

/** What went wrong, in the service's words. */
export class Problem extends Error {
  constructor(readonly status: number, detail: string, readonly faults: Fault[] = []) {
    super(detail);
  }
}

let token = "";
const running = new Map<string, AbortController>();

async function send(path: string, query: Record<string, string>, body: BodyInit | null, signal: AbortSignal): Promise<Response> {
  const words = new URLSearchParams(query).toString();
  const answer = await fetch(`v1/${path}${words && "?"}${words}`, {
    method: body === null ? "GET" : "POST",
    body,
    signal,
    headers: token ? { Authorization: `Bearer ${token}` } : {},
  });
  if (answer.status !== 401) return answer;
  await askForToken();
  return send(path, query, body, signal);
}

let asking: Promise<void> | null = null;

/** Asks for the token; it is kept in memory only. */
function askForToken(): Promise<void> {
  asking ??= new Promise<void>((resolve) => {
    const dialog = by<HTMLDialogElement>("asking");
    const field = by<HTMLInputElement>("token");
    dialog.addEventListener("close", () => {
      token = field.value.trim();
      field.value = "";
      asking = null;
      resolve();
    }, { once: true });
    dialog.showModal();
  });
  return asking;
}

/** Asks the service; null where a later request of this kind has taken the place of this one. */
export async function ask<T>(kind: string, path: string, query: Record<string, string> = {}, body: BodyInit | null = null): Promise<T | null> {
  running.get(kind)?.abort();
  const controller = new AbortController();
  running.set(kind, controller);
  try {
    const answer = await send(path, query, body, controller.signal);
    const said = await answer.json();
    if (!answer.ok) throw new Problem(answer.status, said.detail ?? answer.statusText, said.faults);
    return said as T;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return null;
    if (error instanceof Problem) throw error;
    throw new Problem(0, "the service does not answer");
  } finally {
    if (running.get(kind) === controller) running.delete(kind);
  }
}
