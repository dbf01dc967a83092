import { useLayoutEffect, useRef, useState } from 'react'

// biome-ignore lint/suspicious/noExplicitAny: any handler; the type of each is kept
type Handlers = Record<string, (...given: any[]) => unknown>

/**
 * Handlers that stay the same functions while what they do follows each render. React Flow tells every node and edge when a handler
 * is another one, which costs more than all the rest of a frame.
 */
export function useStableHandlers<H extends Handlers>(handlers: H): H {
  const latest = useRef(handlers)
  useLayoutEffect(() => {
    latest.current = handlers
  })
  const [steady] = useState(() =>
    Object.fromEntries(
      Object.keys(handlers).map((name) => [name, (...given: unknown[]) => latest.current[name]?.(...given)]),
    ),
  )
  return steady as H
}
