import { expect, it } from 'vitest'
import { contrast, logoColours, rgbOf } from './logo-colours.ts'

it('leaves a colour that can be seen on both surfaces', () => {
  expect(logoColours('34A853')).toEqual({ light: '#34a853', dark: '#34a853' })
})

it('keeps a black logo from vanishing on dark, and a white one on light', () => {
  const black = logoColours('000000')
  expect(black?.light).toBe('#000000')
  expect(contrast(rgbOf(black?.dark ?? '') ?? [0, 0, 0], [27, 27, 32])).toBeGreaterThanOrEqual(3)
  const pale = logoColours('#FFFC00')
  expect(pale?.dark).toBe('#fffc00')
  expect(contrast(rgbOf(pale?.light ?? '') ?? [255, 255, 255], [255, 255, 255])).toBeGreaterThanOrEqual(3)
})

it('takes nothing that is no colour', () => {
  expect(logoColours('red;background:url(x)')).toBeNull()
})
