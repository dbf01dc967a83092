import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Finding } from '#findings/finding.ts'
import type { Box } from '#findings/result.ts'
import { t } from '#web/lib/language.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { sharpWidth, usePicture } from './pictures.ts'
import type { Selection } from './selection.ts'

/** A4, while the true size of a page is not known. */
const A4 = 1 / Math.SQRT2

export interface PageSize {
  page: number
  /** Width divided by height; null while it is not known. */
  ratio: number | null
}

export const pageSizes = (
  count: number,
  known: readonly { page: number; width: number | null; height: number | null }[],
): PageSize[] =>
  Array.from({ length: count }, (_, index) => {
    const size = known.find(({ page }) => page === index + 1)
    return { page: index + 1, ratio: size?.width && size.height ? size.width / size.height : null }
  })

interface Mark {
  key: string
  finding: string
  place: number
  box: Box
}

/** All boxes of one page, each with the finding it supports. */
const marksOn = (page: number, findings: readonly Finding[]): Mark[] =>
  findings.flatMap((finding) =>
    finding.places.flatMap((place, index) =>
      place.page === page
        ? place.boxes.map((box, line) => ({
            key: `${finding.id}/${index}/${line}`,
            finding: finding.id,
            place: index,
            box,
          }))
        : [],
    ),
  )

/** Whether the element has come near to what is seen of `root`; stays true. @param first is there from the beginning */
function useNear(element: RefObject<HTMLElement | null>, root: RefObject<HTMLElement | null>, first: boolean): boolean {
  const [near, setNear] = useState(first)
  useEffect(() => {
    if (near || !element.current) return
    const observer = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && setNear(true), {
      root: root.current,
      rootMargin: '600px 0px',
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, root, near])
  return near
}

/** A part of what was searched for. */
export interface ShownHit {
  key: string
  box: Box
  current: boolean
}

/** The width of the picture that is sharp at this size, in pixels; changes when a zoom has come to rest. */
function usePictureWidth(element: RefObject<HTMLElement | null>, scale: number): number {
  const [width, setWidth] = useState(() => sharpWidth(0, 1))
  useLayoutEffect(() => {
    if (scale > 0 && element.current) setWidth(sharpWidth(element.current.clientWidth, window.devicePixelRatio))
  }, [element, scale])
  return width
}

export interface PageViewProps {
  fileId: string
  size: PageSize
  findings: readonly Finding[]
  selection: Selection | null
  onSelect: (selection: Selection) => void
  hits: readonly ShownHit[]
  /** How many times the width of the pane it is, once a zoom has come to rest. */
  scale: number
  root: RefObject<HTMLElement | null>
  onFailed: () => void
  /** It has its picture. */
  onDrawn: () => void
}

/** One page as a picture with the places of the findings over it. Paper stays white in the dark. */
export function PageView(props: PageViewProps) {
  const { fileId, size, findings, selection, onSelect, hits, scale, root, onFailed, onDrawn } = props
  const element = useRef<HTMLElement>(null)
  const width = usePictureWidth(element, scale)
  // A page without a measured size has that of its picture.
  const [natural, setNatural] = useState<number | null>(null)
  const { url, failed } = usePicture(fileId, size.page, width, useNear(element, root, size.page === 1))
  useEffect(() => {
    if (failed) onFailed()
  }, [failed, onFailed])
  return (
    <figure
      ref={element}
      data-page={size.page}
      data-theme="light"
      aria-busy={url === null && !failed}
      className="relative w-full overflow-hidden border border-line bg-surface"
      style={{ aspectRatio: size.ratio ?? natural ?? A4 }}
    >
      {url ? (
        <img
          src={url}
          alt={t('Page {page} of the document', { page: size.page })}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setNatural(naturalWidth / naturalHeight)
            onDrawn()
          }}
          className="absolute inset-0 size-full"
        />
      ) : (
        <Skeleton className="absolute inset-0" />
      )}
      {marksOn(size.page, findings).map(({ key, finding, place, box }) => (
        <MarkBox
          key={key}
          box={box}
          selected={selection?.id === finding && selection.place === place}
          onSelect={() => onSelect({ id: finding, place })}
        />
      ))}
      {hits.map(({ key, box, current }) => (
        <span
          key={key}
          aria-hidden="true"
          data-mark={current ? 'hit' : 'other-hit'}
          className={`pointer-events-none absolute rounded-sm mix-blend-multiply forced-colors:outline ${current ? 'z-10 bg-marigold/60 outline-2 outline-marigold-edge' : 'bg-marigold/35'}`}
          style={placeOfBox(box)}
        />
      ))}
    </figure>
  )
}

const percent = (fraction: number): string => `${(fraction * 100).toFixed(3)}%`

const placeOfBox = ([x0, y0, x1, y1]: Box) => ({
  left: percent(x0),
  top: percent(y0),
  width: percent(x1 - x0),
  height: percent(y1 - y0),
})

/** For the mouse; the keyboard selects in the list of findings. */
function MarkBox({ box, selected, onSelect }: { box: Box; selected: boolean; onSelect: () => void }) {
  return (
    <span
      aria-hidden="true"
      data-mark={selected ? 'selected' : 'other'}
      onClick={onSelect}
      className={`absolute cursor-pointer rounded-sm mix-blend-multiply forced-colors:outline ${selected ? 'z-10 bg-indigo/25 outline-2 outline-indigo outline-offset-2' : 'bg-indigo/10 hover:bg-indigo/20'}`}
      style={placeOfBox(box)}
    />
  )
}
