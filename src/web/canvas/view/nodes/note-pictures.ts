/** Pictures in notes stand in their text, made small: nobody else is asked for them, and they go wherever the note goes. */

/** From large to small: the longest side in px, and how faithful. */
const TRIES = [640, 480, 360, 280, 200].flatMap((side) => [0.8, 0.5].map((quality) => ({ side, quality })))

const asAddress = (blob: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result))
    reader.onerror = () => fail(reader.error)
    reader.readAsDataURL(blob)
  })

/** Names are shown where the picture is not: what Markdown reads as its end is left out. */
const nameOf = ({ name }: File): string =>
  name
    .replace(/\.[a-z]{3,4}$/i, '')
    .replace(/[[\]\\\n]/g, '')
    .slice(0, 60)

/**
 * A line of Markdown that holds the picture, in at most so many characters; null where it cannot be made so small.
 * @throws Error for a file that is no picture
 */
export async function pictureLine(file: File, most: number): Promise<string | null> {
  const image = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  for (const { side, quality } of TRIES) {
    const scale = Math.min(1, side / Math.max(image.width, image.height))
    canvas.width = Math.max(1, Math.round(image.width * scale))
    canvas.height = Math.max(1, Math.round(image.height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/webp', quality))
    if (blob === null) continue
    const line = `![${nameOf(file)}](${await asAddress(blob)})`
    if (line.length <= most) return line
  }
  return null
}
