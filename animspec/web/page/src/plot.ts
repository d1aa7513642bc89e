// A plot of values over time with keys and a playhead, that is moved and zoomed by pointer and keys.

import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";

import { style } from "./dom";

export interface Series { label: string; values: (number | null)[]; keys: [number, number][] }
export interface Drawing { times: number[]; series: Series[]; unit: string; axis: string }

const HEIGHT = 260;
const FEWEST = 1e-4;

export class Plot {
  private plot: uPlot | null = null;
  private drawing: Drawing | null = null;
  private playhead: number | null = null;

  constructor(private readonly parent: HTMLElement, private readonly label: string, private readonly picked: (time: number) => void = () => {}) {
    new ResizeObserver(() => this.resize()).observe(parent);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { if (this.drawing) this.draw(this.drawing); });
  }

  clear(): void {
    this.plot?.destroy();
    this.plot = null;
    this.drawing = null;
  }

  draw(drawing: Drawing): void {
    this.clear();
    this.drawing = drawing;
    const colours = [style("--plot-1"), style("--plot-2"), style("--plot-3"), style("--plot-4")];
    const axis: uPlot.Axis = {
      stroke: style("--soft"), font: "12px system-ui, sans-serif", labelFont: "12px system-ui, sans-serif",
      grid: { stroke: style("--line"), width: 1 }, ticks: { stroke: style("--line"), width: 1 },
    };
    const options: uPlot.Options = {
      width: Math.max(this.parent.clientWidth, 200),
      height: HEIGHT,
      cursor: { drag: { x: false, y: false }, points: { show: false }, y: false },
      legend: { live: false },
      scales: { x: { time: false } },
      axes: [{ ...axis, label: drawing.axis, labelSize: 18, size: 34 }, { ...axis, size: 56, label: drawing.unit || undefined, labelSize: 18 }],
      series: [
        {},
        ...drawing.series.map((each, place) => ({ label: each.label, stroke: colours[place % colours.length], width: 1.75, points: { show: false }, dash: place >= colours.length ? [6, 3] : undefined })),
      ],
      hooks: { draw: [(plot) => this.overlay(plot, colours)], setScale: [(plot) => this.describe(plot)] },
    };
    const data = [drawing.times, ...drawing.series.map((each) => each.values)] as uPlot.AlignedData;
    this.plot = new uPlot(options, data, this.parent);
    this.parent.querySelector("canvas")?.setAttribute("aria-hidden", "true");
    this.parent.setAttribute("role", "img");
    this.listen(this.plot);
  }

  /** Says what is drawn, and which stretch of it is shown. */
  private describe(plot: uPlot): void {
    const { min, max } = plot.scales["x"] ?? {};
    if (min == null || max == null || !this.drawing) return;
    const [from, to] = [min, max].map((each) => Number(each.toPrecision(5)));
    const names = this.drawing.series.map((each) => each.label).join(", ");
    this.parent.setAttribute("aria-label", `${this.label}: ${names}, from ${from} to ${to} ${this.drawing.axis}`);
  }

  set time(time: number) {
    this.playhead = time;
    this.plot?.redraw(false);
  }

  private get whole(): [number, number] {
    const times = this.drawing?.times ?? [0, 1];
    return [times[0] ?? 0, times[times.length - 1] ?? 1];
  }

  fit(): void {
    const [min, max] = this.whole;
    this.plot?.setScale("x", { min, max });
  }

  zoom(factor: number, around?: number): void {
    const plot = this.plot;
    if (!plot) return;
    const { min = 0, max = 1 } = plot.scales["x"] ?? {};
    const centre = around ?? (this.playhead !== null && this.playhead >= min! && this.playhead <= max! ? this.playhead : (min! + max!) / 2);
    this.view(centre - (centre - min!) * factor, centre + (max! - centre) * factor);
  }

  move(share: number): void {
    const { min = 0, max = 1 } = this.plot?.scales["x"] ?? {};
    const by = (max! - min!) * share;
    this.view(min! + by, max! + by);
  }

  /** Shows a stretch, kept inside of the whole. */
  private view(min: number, max: number): void {
    const [first, last] = this.whole;
    const span = Math.min(Math.max(max - min, (last - first) * FEWEST), last - first);
    const start = Math.min(Math.max(min, first), last - span);
    this.plot?.setScale("x", { min: start, max: start + span });
  }

  private resize(): void {
    const width = this.parent.clientWidth;
    if (this.plot && width > 0 && width !== this.plot.width) this.plot.setSize({ width, height: HEIGHT });
  }

  private overlay(plot: uPlot, colours: string[]): void {
    const { ctx } = plot;
    const { left, top, width, height } = plot.bbox;
    const size = 3.5 * devicePixelRatio;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, width, height);
    ctx.clip();
    this.drawing?.series.forEach((each, place) => {
      if (plot.series[place + 1]?.show === false) return;
      ctx.fillStyle = colours[place % colours.length]!;
      ctx.strokeStyle = style("--surface");
      ctx.lineWidth = devicePixelRatio;
      for (const [time, value] of each.keys) {
        const x = plot.valToPos(time, "x", true);
        if (x < left - size || x > left + width + size) continue;
        const y = plot.valToPos(value, "y", true);
        ctx.beginPath();
        ctx.moveTo(x, y - size);
        ctx.lineTo(x + size, y);
        ctx.lineTo(x, y + size);
        ctx.lineTo(x - size, y);
        ctx.closePath();
        ctx.fill();
        ctx.stroke();
      }
    });
    if (this.playhead !== null) {
      const x = Math.round(plot.valToPos(this.playhead, "x", true));
      ctx.strokeStyle = style("--accent");
      ctx.lineWidth = 1.5 * devicePixelRatio;
      ctx.beginPath();
      ctx.moveTo(x, top);
      ctx.lineTo(x, top + height);
      ctx.stroke();
    }
    ctx.restore();
  }

  private listen(plot: uPlot): void {
    const over = plot.over;
    over.addEventListener("wheel", (event) => {
      event.preventDefault();
      const around = plot.posToVal(event.offsetX, "x");
      if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) this.move(event.deltaX / over.clientWidth);
      else this.zoom(Math.exp(event.deltaY / 400), around);
    }, { passive: false });
    over.addEventListener("dblclick", () => this.fit());
    over.addEventListener("pointerdown", (down) => {
      if (down.button !== 0) return;
      let moved = false;
      let last = down.clientX;
      over.setPointerCapture(down.pointerId);
      const move = (event: PointerEvent) => {
        if (!moved && Math.abs(event.clientX - down.clientX) < 4) return;
        moved = true;
        this.move((last - event.clientX) / over.clientWidth);
        last = event.clientX;
      };
      over.addEventListener("pointermove", move);
      over.addEventListener("pointerup", (event) => {
        over.removeEventListener("pointermove", move);
        if (!moved) this.picked(plot.posToVal(event.clientX - over.getBoundingClientRect().left, "x"));
      }, { once: true });
    });
  }
}
