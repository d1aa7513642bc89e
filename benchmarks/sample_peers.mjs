// The contestants of sample.py that run in node: `node sample_peers.mjs DATA [THREE]`.
// Prints the names it has; then, for each line `REPEATS NAME` of its input, runs that
// contestant so often and prints the best seconds of each of its parts.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';

const [dataPath, threeFolder] = process.argv.slice(2);
const data = JSON.parse(readFileSync(dataPath, 'utf8'));
const contestants = {};
let sink = 0; // what is computed must be used

if (threeFolder) {
  const entry = join(threeFolder, 'node_modules/three/build/three.module.js');
  const three = await import(pathToFileURL(entry).href);
  const ticks = Float64Array.from(data.clip.ticks);
  const kinds = { smooth: three.CubicInterpolant, linear: three.LinearInterpolant };
  for (const [kind, Interpolant] of Object.entries(kinds)) {
    const curves = data.clip.channels.map(
      ({ times, values }) => new Interpolant(Float64Array.from(times), Float64Array.from(values), 3),
    );
    contestants[`three.js clip ${kind}`] = curves.map((curve) => () => {
      for (const tick of ticks) sink += curve.evaluate(tick)[0];
    });
  }
  const a = Float64Array.from(data.pairs.a), b = Float64Array.from(data.pairs.b);
  const share = Float64Array.from(data.pairs.share), out = new Float64Array(a.length);
  const one = new three.Quaternion(), other = new three.Quaternion();
  contestants['three.js slerp'] = [() => {
    for (let i = 0; i < share.length; i++) {
      one.fromArray(a, 4 * i).slerp(other.fromArray(b, 4 * i), share[i]).toArray(out, 4 * i);
    }
    sink += out[0];
  }];
  contestants['three.js slerpFlat'] = [() => {
    for (let i = 0; i < share.length; i++) {
      three.Quaternion.slerpFlat(out, 4 * i, a, 4 * i, b, 4 * i, share[i]);
    }
    sink += out[0];
  }];
}

// Bézier tracks the plain way: find the stretch, then halve u forty times.
const cubic = (a, b, c, d, u) => {
  const w = 1 - u;
  return w * w * w * a + 3 * w * w * u * b + 3 * w * u * u * c + u * u * u * d;
};
const clamp = (x, low, high) => Math.min(Math.max(x, low), high);

function stretchesOf({ times, values, left, right }) {
  return times.slice(1).map((end, i) => {
    const start = times[i], length = end - start;
    const reach = right[2 * i] - start, back = end - left[2 * i + 2];
    let early = clamp(reach, 0, length), late = clamp(back, 0, length);
    const factor = early + late > length ? length / (early + late) : 1;
    early *= factor;
    late *= factor;
    const lift = reach > 0 ? early / reach : 0, drop = back > 0 ? late / back : 0;
    return {
      times: [start, start + early, end - late, end],
      values: [
        values[i],
        values[i] + (right[2 * i + 1] - values[i]) * lift,
        values[i + 1] + (left[2 * i + 3] - values[i + 1]) * drop,
        values[i + 1],
      ],
    };
  });
}

function bezierAt(stretches, time) {
  let low = 0, high = stretches.length;
  if (time <= stretches[0].times[0]) return stretches[0].values[0];
  if (time >= stretches[high - 1].times[3]) return stretches[high - 1].values[3];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (stretches[middle].times[0] <= time) low = middle;
    else high = middle;
  }
  const { times: t, values: v } = stretches[low];
  let from = 0, to = 1, u = 0.5;
  for (let step = 0; step < 40; step++) {
    u = (from + to) / 2;
    if (cubic(t[0], t[1], t[2], t[3], u) < time) from = u;
    else to = u;
  }
  return cubic(v[0], v[1], v[2], v[3], u);
}

const tracks = data.tracks.channels.map(stretchesOf);
const times = Float64Array.from(data.tracks.times);
contestants['bisection in node'] = tracks.map((stretches) => () => {
  for (const time of times) sink += bezierAt(stretches, time);
});

console.log(JSON.stringify(Object.keys(contestants)));
for await (const line of createInterface({ input: process.stdin })) {
  const [, repeats, name] = line.match(/^(\d+) (.*)$/);
  const best = contestants[name].map((part) => {
    let least = Infinity;
    for (let turn = 0; turn < Number(repeats); turn++) {
      const start = process.hrtime.bigint();
      part();
      least = Math.min(least, Number(process.hrtime.bigint() - start) / 1e9);
    }
    return least;
  });
  console.log(JSON.stringify(best));
}
if (Number.isNaN(sink)) console.error('a sample was not a number');
