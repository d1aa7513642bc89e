// A small animation set with some faults, to try the page with.

type Key = { tick: number; value: { x: number; y: number; z: number }; interpolation?: string };

function keys(values: [number, number, number, number][], interpolation: string): Key[] {
  return values.map(([tick, x, y, z]) => ({ tick, value: { x, y, z }, interpolation }));
}

const SWING: [number, number, number, number][] = [[0, -32, 0, 0], [6000, 0, 0, 4], [12000, 32, 0, 0], [18000, 0, 0, -4], [24000, -32, 0, 0]];
const BOUNCE: [number, number, number, number][] = [[0, 0, 0, 0], [6000, 0, 0.0625, 0], [12000, 0, 0, 0], [18000, 0, 0.0625123, 0], [24000, 0, 0, 0]];

export const EXAMPLE_NAME = "fox.voxelanim.json";

export const EXAMPLE = JSON.stringify({
  version: 1,
  rig: "Fox",
  clips: [
    {
      id: "a1b2c3d4e5f6", name: "Walk", length: 24000, fps: 24, loop: true,
      tracks: [
        { path: "Body", position: keys(BOUNCE, "smooth") },
        { path: "Body/Leg.L", rotation: keys(SWING, "smooth") },
        { path: "Body/Leg.R", rotation: keys(SWING.map(([tick, x, y, z]) => [tick, -x, y, z]), "smooth") },
      ],
    },
    {
      id: "f6e5d4c3b2a1", name: "Look", length: 36000, fps: 24, loop: true,
      tracks: [
        { path: "Body/Head", rotation: keys([[0, 0, 0, 0], [9000, 0, 35, 0], [27000, 0, -35, 5], [36000, 0, 12, 0]], "smooth") },
        { path: "Body/Ear.L", rotation: keys([[0, 0, 0, 0], [3000, 0, 0, 18], [4000, 0, 0, 0], [40000, 0, 0, 0]], "step") },
      ],
    },
  ],
}, null, 1);
