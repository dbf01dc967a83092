/** The logo of an installation: the uploaded picture, redrawn in the sizes that are shown, so that only its colours are kept. */
import { createCanvas, type Image, loadImage } from '@napi-rs/canvas'
import { BRAND, ICON_PX } from '#contract/platform/brand.ts'
import { JobError } from '#server/runners/serve.ts'
import { pictureOf } from './picture.ts'

/** Twice what is shown, for dense screens. */
const PAGE = { width: 640, height: 104 }
const MAIL = { width: 400, height: 80 }
const QUALITY = 90

const broken = () => new JobError('file_broken', 'This picture is damaged and cannot be read.')

export const LOGO_SHAPES = ['page', 'mail', 'icon'] as const
export type LogoShape = (typeof LOGO_SHAPES)[number]

/** As large as fits, never larger than it was. */
function fitted(image: Image, box: { width: number; height: number }) {
  const scale = Math.min(1, box.width / image.width, box.height / image.height)
  return { width: Math.max(1, Math.round(image.width * scale)), height: Math.max(1, Math.round(image.height * scale)) }
}

function drawn(image: Image, canvasSize: { width: number; height: number }, size: { width: number; height: number }) {
  const canvas = createCanvas(canvasSize.width, canvasSize.height)
  const context = canvas.getContext('2d')
  context.imageSmoothingEnabled = true
  context.imageSmoothingQuality = 'high'
  const [x, y] = [(canvasSize.width - size.width) / 2, (canvasSize.height - size.height) / 2]
  context.drawImage(image, x, y, size.width, size.height)
  return canvas
}

/**
 * @returns WebP for pages, PNG for mail and as a square icon
 * @throws JobError `file_unsupported`, `file_broken`, `file_too_large` (pixels)
 */
export async function drawLogo(
  bytes: Buffer,
  shape: LogoShape,
): Promise<{ width: number; height: number; picture: Buffer }> {
  const picture = pictureOf(bytes)
  if (!picture || picture.type === 'jpeg')
    throw new JobError(
      'file_unsupported',
      'Use a PNG or WebP picture. SVG files can contain programs and aren’t accepted.',
    )
  const { width, height } = picture
  if (width === 0 || height === 0) throw broken()
  if (Math.max(width, height) > BRAND.most_px)
    throw new JobError('file_too_large', `Each side of a logo can have at most ${BRAND.most_px} pixels.`)
  if (Math.min(width, height) < BRAND.least_px)
    throw new JobError('file_unsupported', `Each side of a logo needs at least ${BRAND.least_px} pixels.`)
  if (Math.max(width, height) > BRAND.most_ratio * Math.min(width, height))
    throw new JobError('file_unsupported', `A logo can be at most ${BRAND.most_ratio} times as wide as it is high.`)
  const image = await loadImage(bytes).catch(() => {
    throw broken()
  })
  if (!(image.width > 0 && image.height > 0)) throw broken()
  if (shape === 'icon') {
    const square = { width: ICON_PX, height: ICON_PX }
    return { ...square, picture: await drawn(image, square, fitted(image, square)).encode('png') }
  }
  const size = fitted(image, shape === 'page' ? PAGE : MAIL)
  const canvas = drawn(image, size, size)
  return { ...size, picture: shape === 'page' ? await canvas.encode('webp', QUALITY) : await canvas.encode('png') }
}
