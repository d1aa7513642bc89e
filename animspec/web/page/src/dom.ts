// Finding and making elements.

export function by<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element ${id}`);
  return found as T;
}

type Attributes = Record<string, string | number | boolean | ((event: Event) => void)>;

/** Makes an element; texts are never read as HTML. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false) element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Calls at most once in a while, after the last wish. */
export function later(milliseconds: number, work: () => void): () => void {
  let timer = 0;
  return () => {
    clearTimeout(timer);
    timer = window.setTimeout(work, milliseconds);
  };
}

export function download(name: string, data: BlobPart): void {
  const url = URL.createObjectURL(new Blob([data]));
  make("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
}

export function style(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}
