/** The colour of a logo on the light and on the dark surface, where a near-white or near-black one would vanish. Pure. */

type Rgb = readonly [number, number, number]

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]
/** `--surface` of the dark theme, about. */
const DARK: Rgb = [27, 27, 32]
/** Of graphics that have to be told apart (WCAG 2.2, 1.4.11). */
const LEAST_CONTRAST = 3

function luminance(rgb: Rgb): number {
  const [r = 0, g = 0, b = 0] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

export function contrast(a: Rgb, b: Rgb): number {
  const [high = 0, low = 0] = [luminance(a), luminance(b)].toSorted((one, other) => other - one)
  return (high + 0.05) / (low + 0.05)
}

export const rgbOf = (hex: string): Rgb | null => {
  const digits = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  return digits && ([0, 1, 2].map((at) => Number.parseInt(digits[at + 1] ?? '0', 16)) as unknown as Rgb)
}

const hexOf = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

/** The nearest colour on the way to another that can be seen on a surface. */
function seenOn(colour: Rgb, surface: Rgb, towards: Rgb): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = colour.map((part, at) => part + ((towards[at] ?? 0) - part) * share) as unknown as Rgb
    if (contrast(mixed, surface) >= LEAST_CONTRAST) return hexOf(mixed)
  }
  return hexOf(towards)
}

/** Null for what is no colour. */
export function logoColours(hex: string): { light: string; dark: string } | null {
  const colour = rgbOf(hex)
  return colour && { light: seenOn(colour, WHITE, BLACK), dark: seenOn(colour, DARK, WHITE) }
}
