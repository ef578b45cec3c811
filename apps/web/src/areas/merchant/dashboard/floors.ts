/** A floor, or null for units whose names tell none, with its units in order. */
interface Floor<Unit> {
  floor: string | null;
  units: Unit[];
}

/** Returns the floor that a unit's name tells: `4B` and `401` are on 4, `1204` on 12. Null for `Garage` or `7`. */
export function floorOf(name: string): string | null {
  const lettered = /^(\d{1,3})\s?[A-Za-z]$/.exec(name);
  if (lettered?.[1] !== undefined) return lettered[1];
  const numbered = /^(\d{1,2})\d{2}[A-Za-z]?$/.exec(name);
  return numbered?.[1] ?? null;
}

/** Groups units by floor, the highest first. Units without a floor come last. */
export function byFloor<Unit extends { name: string }>(units: readonly Unit[]): Floor<Unit>[] {
  const floors = new Map<string | null, Unit[]>();
  for (const unit of units) {
    const floor = floorOf(unit.name);
    floors.set(floor, [...(floors.get(floor) ?? []), unit]);
  }
  const height = (floor: string | null) => (floor === null ? -1 : Number(floor));
  return [...floors]
    .map(([floor, onFloor]) => ({ floor, units: onFloor }))
    .toSorted((one, other) => height(other.floor) - height(one.floor));
}
