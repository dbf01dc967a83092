import { describe, expect, it } from 'vitest'
import { encodeFrame, type Frame, FrameReader } from './wire.ts'

const bytesOf = (header: unknown, blob?: Uint8Array) => Buffer.concat(encodeFrame(header, blob))

describe('frames', () => {
  it('come out as they went in, however the bytes are torn', () => {
    const blobs = [Buffer.alloc(0), Buffer.from('x'), Buffer.alloc(70_000, 7)]
    const stream = Buffer.concat(blobs.map((blob, i) => bytesOf({ i, text: 'ü' }, blob)))
    for (const step of [1, 3, 7, 8, 9, 1000, stream.length]) {
      const reader = new FrameReader(100_000)
      const frames: Frame[] = []
      for (let at = 0; at < stream.length; at += step) frames.push(...reader.push(stream.subarray(at, at + step)))
      expect(frames.map(({ header }) => header)).toEqual(blobs.map((_, i) => ({ i, text: 'ü' })))
      for (const [i, { blob }] of frames.entries()) expect(Buffer.compare(blob, blobs[i] ?? Buffer.from('?'))).toBe(0)
    }
  })
  it('are refused by their announced length, before the bytes arrive', () => {
    const huge = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 2])
    expect(() => new FrameReader(1000).push(huge)).toThrow(RangeError)
    expect(() => new FrameReader(1000).push(bytesOf({}, Buffer.alloc(2000)))).toThrow(RangeError)
  })
  it('are refused when their lengths contradict each other or the header is no JSON', () => {
    expect(() => new FrameReader(1000).push(Buffer.from([0, 0, 0, 6, 0, 0, 0, 9, 1, 2]))).toThrow(RangeError)
    expect(() => new FrameReader(1000).push(Buffer.from([0, 0, 0, 5, 0, 0, 0, 1, 0x7b]))).toThrow(SyntaxError)
  })
})
