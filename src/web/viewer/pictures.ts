/** Pictures of pages: a small one at once, one as sharp as the screen shows it afterwards. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useState } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { fetchPageOf, SampleOf } from './documents.ts'

/** Pixels across. The server draws steps of 500, and at most 2,000. */
const PREVIEW_PX = 500
const STEP_PX = 500
const [LEAST_PX, MOST_PX] = [1000, 2000]

/** How long a picture that no page shows is kept, in ms: as many pages as a person goes back to. */
const KEPT_MS = 60_000

/** The width of the picture that is sharp where a page is so many CSS pixels wide. */
export const sharpWidth = (cssPixels: number, density: number): number =>
  Math.min(MOST_PX, Math.max(LEAST_PX, Math.ceil((cssPixels * density) / STEP_PX) * STEP_PX))

const pictureOf = (agent: string | null, fileId: string, page: number, width: number) => ({
  queryKey: ['page-picture', agent, fileId, page, width],
  queryFn: ({ signal }: { signal: AbortSignal }) => fetchPageOf(agent)(fileId, page, width, signal),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: KEPT_MS,
})

/** Fetches the first page of one's own PDF before a viewer asks, so that it is there with the result of a run. */
export async function prefetchFirstPage(fileId: string): Promise<void> {
  const width = sharpWidth(window.innerWidth / 2, window.devicePixelRatio)
  await queryClient.prefetchQuery(pictureOf(null, fileId, 1, PREVIEW_PX))
  await queryClient.prefetchQuery(pictureOf(null, fileId, 1, width))
}

/** As an object URL: a picture needs the caller's token, so an `src` alone could not fetch it. */
function useObjectUrl(blob: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (blob === undefined) return
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}

/** @param width of the sharp picture; another one takes its place once it is there */
export function usePicture(fileId: string, page: number, width: number, wanted: boolean) {
  const agent = useContext(SampleOf)
  const known = queryClient.getQueryData<Blob>(pictureOf(agent, fileId, page, width).queryKey) !== undefined
  const preview = useQuery({ ...pictureOf(agent, fileId, page, PREVIEW_PX), enabled: wanted && !known })
  const sharp = useQuery({
    ...pictureOf(agent, fileId, page, width),
    enabled: wanted && (known || !preview.isPending),
    placeholderData: keepPreviousData,
  })
  return { url: useObjectUrl(sharp.data ?? preview.data), failed: preview.isError && sharp.data === undefined }
}
