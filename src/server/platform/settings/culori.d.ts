/** What is used of culori 4, which brings no types: of the build in one file, since the other takes 150 modules. */
declare module 'culori/require' {
  export interface Oklch {
    mode: 'oklch'
    l: number
    c: number
    h?: number
  }
  type Colour = string | Oklch
  const culori: {
    wcagContrast(one: Colour, other: Colour): number
    formatHex(colour: Colour): string
    clampChroma(colour: Oklch, mode: 'oklch'): Oklch
    converter(mode: 'oklch'): (colour: Colour) => Oklch
    interpolate(colours: readonly Colour[], mode: 'oklab'): (at: number) => Colour
  }
  export default culori
}
