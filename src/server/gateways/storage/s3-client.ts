/** Calls to a service that speaks the protocol of S3: signed, retried within bounds, and with a deadline for each. */
import { GetObjectCommand, type GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3'
import { SECOND_MS } from '#shared/time.ts'
import type { S3Settings } from './settings.ts'

/** Between attempts the client waits 0.1 s, 0.2 s, 0.4 s, … at most. */
export const ATTEMPTS = 5
const CONNECT_MS = 3 * SECOND_MS
/** No byte moved for so long: the connection is dead. */
export const IDLE_MS = 15 * SECOND_MS

export interface S3Timing {
  attempts?: number
  connect_ms?: number
  idle_ms?: number
}

export function createS3Client(settings: S3Settings, timing: S3Timing = {}): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey } = settings
  const { attempts = ATTEMPTS, connect_ms = CONNECT_MS, idle_ms = IDLE_MS } = timing
  return new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: attempts,
    // Checksums beyond the signature are an extension of Amazon's that other services refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: connect_ms,
      socketTimeout: idle_ms,
      requestTimeout: idle_ms,
      throwOnRequestTimeout: true,
    },
  })
}

/** A body that stalls is given up like one whose connection broke. */
async function nextIn<T>(chunks: AsyncIterator<T>, ms: number): Promise<IteratorResult<T>> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The storage sent nothing for ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([chunks.next(), late])
  } finally {
    clearTimeout(timer)
  }
}

type Found = Pick<GetObjectCommandOutput, 'Body' | 'ETag' | 'ContentLength'>

export interface S3Place {
  Bucket: string
  Key: string
}

/** The bytes of an object whose reading has begun. What breaks off is continued where it did, of the same version of the object. */
export async function* continued(
  client: S3Client,
  place: S3Place,
  first: Found,
  { attempts = ATTEMPTS, idle_ms = IDLE_MS }: S3Timing = {},
): AsyncGenerator<Buffer> {
  const length = first.ContentLength ?? 0
  let [read, failures, found]: [number, number, Found] = [0, 0, first]
  for (;;) {
    const body = found.Body as unknown as AsyncIterable<Buffer> & { destroy(): void }
    try {
      const chunks = body[Symbol.asyncIterator]()
      for (;;) {
        const next = await nextIn(chunks, idle_ms)
        if (next.done) break
        read += next.value.length
        failures = 0
        yield next.value
      }
      if (read >= length) return
      throw new Error(`The storage ended after ${read} of ${length} bytes`)
    } catch (error) {
      failures += 1
      if (failures >= attempts || first.ETag === undefined) throw error
      const Range = `bytes=${read}-`
      found = await client.send(new GetObjectCommand({ ...place, Range, IfMatch: first.ETag }))
    } finally {
      body.destroy()
    }
  }
}
