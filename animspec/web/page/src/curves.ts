// The curves of one channel: chosen, drawn, played.

import { Problem, ask, type Info, type Motion } from "./api";
import { by, make } from "./dom";
import { Plot } from "./plot";

export interface Source { name: string; body: () => BodyInit }

const DIGITS = 5;

export class Curves {
  private readonly clip = by<HTMLSelectElement>("clip");
  private readonly channel = by<HTMLSelectElement>("channel");
  private readonly note = by("curve-note");
  private readonly area = by("curve-area");
  private readonly slider = by<HTMLInputElement>("time");
  private readonly clock = by<HTMLOutputElement>("clock");
  private readonly play = by<HTMLButtonElement>("play");
  private readonly plot = new Plot(by("plot"), "Curve", (time) => this.seek(time));
  private info: Info | null = null;
  private motion: Motion | null = null;
  private times: number[] = [];
  private source: Source | null = null;
  private stale = true;
  private started = 0;

  constructor() {
    this.clip.addEventListener("change", () => { this.fillChannels(); void this.draw(); });
    this.channel.addEventListener("change", () => void this.draw());
    this.slider.addEventListener("input", () => { this.stop(); this.seek(Number(this.slider.value)); });
    this.slider.addEventListener("keydown", (event) => this.step(event));
    this.play.addEventListener("click", () => (this.started ? this.stop() : this.start()));
    by("nearer").addEventListener("click", () => this.plot.zoom(0.5));
    by("farther").addEventListener("click", () => this.plot.zoom(2));
    by("earlier").addEventListener("click", () => this.plot.move(-0.25));
    by("later").addEventListener("click", () => this.plot.move(0.25));
    by("fit").addEventListener("click", () => this.plot.fit());
  }

  /** Takes a new document; it is looked into when the curves are seen. */
  take(source: Source | null): void {
    this.source = source;
    this.stale = true;
  }

  /** Looks into the document, where it is not known yet. */
  async refresh(): Promise<void> {
    if (!this.stale) return;
    this.stale = false;
    this.stop();
    if (!this.source) return this.say("Open a document to see its curves.");
    try {
      const info = await ask<Info>("info", "info", { name: this.source.name }, this.source.body());
      if (!info) return;
      this.info = info;
    } catch (error) {
      return this.say(`There are no curves: ${(error as Problem).message}.`);
    }
    this.fillClips();
    await this.draw();
  }

  private say(sentence: string): void {
    this.note.textContent = sentence;
    this.area.hidden = true;
    this.info = null;
    this.clip.replaceChildren();
    this.channel.replaceChildren();
  }

  private fillClips(): void {
    const before = this.clip.value;
    this.clip.replaceChildren(...(this.info?.motions ?? []).map((each) => make("option", { value: each.name }, each.label)));
    if ([...this.clip.options].some((each) => each.value === before)) this.clip.value = before;
    this.fillChannels();
  }

  private fillChannels(): void {
    const before = this.channel.value;
    const motion = this.info?.motions.find((each) => each.name === this.clip.value);
    const groups = new Map<string, HTMLElement>();
    for (const each of motion?.channels ?? []) {
      if (!groups.has(each.path)) groups.set(each.path, make("optgroup", { label: each.path }));
      groups.get(each.path)!.append(make("option", { value: each.address }, each.address));
    }
    this.channel.replaceChildren(...groups.values());
    if ([...this.channel.options].some((each) => each.value === before)) this.channel.value = before;
  }

  private async draw(): Promise<void> {
    const address = this.channel.value;
    if (!this.source || !address) return this.say("Nothing moves here.");
    // The service reads globs, with commas between: what is special in them stands for itself.
    const track = address.replace(/[[*?]/g, "[$&]").replace(/,/g, "?");
    const query = { name: this.source.name, clip: this.clip.value, track, plan: "curve", keys: "true" };
    try {
      const said = await ask<{ motions: Motion[] }>("sample", "sample", query, this.source.body());
      const motion = said?.motions[0];
      if (!motion) return;
      this.show(motion);
    } catch (error) {
      this.say(`There is no curve: ${(error as Problem).message}.`);
    }
  }

  private show(motion: Motion): void {
    this.motion = motion;
    this.area.hidden = false;
    const rate = motion.unitsPerSecond ?? 1;
    const found = motion.channels.find((each) => each.address === this.channel.value) ?? motion.channels[0]!;
    this.times = motion.times.map((time) => time / rate);
    const keys = found.keys.times.length;
    const interpolations = [...new Set(found.keys.interpolations)].join(", ");
    this.note.textContent = `${keys} ${keys === 1 ? "key" : "keys"}${interpolations && ` (${interpolations})`}${motion.loop ? ", loops" : ""}`;
    const fits = found.keys.values[0]?.length === found.components.length;
    this.plot.draw({
      times: this.times,
      unit: found.unit,
      axis: motion.unitsPerSecond === null ? "time units" : "seconds",
      series: found.components.map((component, place) => ({
        label: component || found.address,
        values: found.values.map((row) => row[place] ?? null),
        keys: fits ? found.keys.times.map((time, key) => [time / rate, found.keys.values[key]![place]!]) : [],
      })),
    });
    this.slider.min = String(motion.start / rate);
    this.slider.max = String(motion.end / rate);
    this.seek(Math.min(Math.max(Number(this.slider.value), motion.start / rate), motion.end / rate));
  }

  private seek(time: number): void {
    const motion = this.motion;
    if (!motion) return;
    const kept = Math.min(Math.max(time, Number(this.slider.min)), Number(this.slider.max));
    this.slider.value = String(kept);
    this.plot.time = kept;
    const rate = motion.unitsPerSecond;
    const words = [rate === null ? `${Math.round(kept)}` : `${kept.toFixed(3)} s`];
    if (rate !== null && motion.fps !== null) words.push(`frame ${(kept * motion.fps).toFixed(1).replace(/\.0$/, "")}`);
    if (motion.unit === "tick") words.push(`tick ${Math.round(kept * (rate ?? 1))}`);
    this.clock.textContent = words.join(" · ");
    this.slider.setAttribute("aria-valuetext", words.join(", "));
    this.tell(kept);
  }

  /** Writes the values at a time; between two samples it is on the line that is drawn. */
  private tell(time: number): void {
    const channel = this.motion!.channels.find((each) => each.address === this.channel.value) ?? this.motion!.channels[0]!;
    const last = this.times.length - 1;
    let low = 0;
    let high = last;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.times[middle]! <= time) low = middle;
      else high = middle - 1;
    }
    const next = Math.min(low + 1, last);
    const span = this.times[next]! - this.times[low]!;
    const share = span > 0 ? Math.min(Math.max((time - this.times[low]!) / span, 0), 1) : 0;
    by("values").querySelector("tbody")!.replaceChildren(...channel.components.map((component, place) => {
      const [a, b] = [channel.values[low]?.[place], channel.values[next]?.[place]];
      const value = a == null || b == null ? "–" : `${Number((a + (b - a) * share).toPrecision(DIGITS))}`;
      return make("tr", {}, make("th", { scope: "row" }, make("span", { class: `swatch s${(place % 4) + 1}` }), component || channel.address), make("td", {}, value, make("span", { class: "soft" }, channel.unit && ` ${channel.unit}`)));
    }));
  }

  /** Moves the playhead by whole frames. */
  private step(event: KeyboardEvent): void {
    const frames = ({ ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 } as Record<string, number>)[event.key];
    const motion = this.motion;
    if (frames === undefined || !motion) return;
    event.preventDefault();
    this.stop();
    const whole = Number(this.slider.max) - Number(this.slider.min);
    const frame = motion.fps === null || motion.unitsPerSecond === null ? whole / 100 : 1 / motion.fps;
    this.seek((Math.round(Number(this.slider.value) / frame) + frames) * frame);
  }

  private start(): void {
    const whole = Number(this.slider.max) - Number(this.slider.min);
    if (!this.motion || whole <= 0) return;
    // Without a known rate the whole is played in three seconds.
    const pace = this.motion.unitsPerSecond === null ? whole / 3 : 1;
    let from = Number(this.slider.value);
    if (from >= Number(this.slider.max)) from = Number(this.slider.min);
    let begun = performance.now();
    this.play.textContent = "Pause";
    this.play.setAttribute("aria-pressed", "true");
    const tick = (now: number) => {
      let time = from + ((now - begun) / 1000) * pace;
      if (time >= Number(this.slider.max)) {
        if (!this.motion?.loop) { this.seek(Number(this.slider.max)); return this.stop(); }
        from = Number(this.slider.min);
        begun = now;
        time = from;
      }
      this.seek(time);
      this.started = requestAnimationFrame(tick);
    };
    this.started = requestAnimationFrame(tick);
  }

  private stop(): void {
    cancelAnimationFrame(this.started);
    this.started = 0;
    this.play.textContent = "Play";
    this.play.setAttribute("aria-pressed", "false");
  }
}
