// The contestants of sample.py that run in node: `node sample_peers.mjs DATA [THREE]`.
// Prints the names it has; then, for each name on a line of its input, runs that
// contestant once and prints the seconds it took.
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
    contestants[`three.js clip ${kind}`] = () => {
      for (const curve of curves) for (const tick of ticks) sink += curve.evaluate(tick)[0];
    };
  }
}

console.log(JSON.stringify(Object.keys(contestants)));
for await (const name of createInterface({ input: process.stdin })) {
  const start = process.hrtime.bigint();
  contestants[name]();
  console.log(Number(process.hrtime.bigint() - start) / 1e9);
}
if (Number.isNaN(sink)) console.error('a sample was not a number');
