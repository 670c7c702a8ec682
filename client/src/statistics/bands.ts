/** The band that a number lies in; the first one when it is below them all. */
export function bandOf<Name extends string>(
  bands: readonly (readonly [Name, number])[],
  number: number,
): Name {
  let found = bands[0]?.[0] as Name;
  for (const [name, least] of bands) if (number >= least) found = name;
  return found;
}
