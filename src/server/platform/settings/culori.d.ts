/** What is used of culori 4, which brings no types. */
declare module 'culori' {
  export interface Oklch {
    mode: 'oklch'
    l: number
    c: number
    h?: number
  }
  type Colour = string | Oklch
  export function wcagContrast(one: Colour, other: Colour): number
  export function formatHex(colour: Colour): string
  export function clampChroma(colour: Oklch, mode: 'oklch'): Oklch
  export function converter(mode: 'oklch'): (colour: Colour) => Oklch
  export function interpolate(colours: readonly Colour[], mode: 'oklab'): (at: number) => Colour
}
