import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { NodeIcon } from '#web/canvas/view/nodes/node-icon.tsx'

/** What is drawn inside the icons of nodes, by their names: read from the icons themselves, drawn where nobody sees them. */
export function iconMarkup(names: readonly string[]): Record<string, string> {
  const wanted = [...new Set(names)]
  const holder = document.createElement('div')
  const root = createRoot(holder)
  flushSync(() =>
    root.render(
      wanted.map((name) => (
        <span key={name}>
          <NodeIcon name={name} />
        </span>
      )),
    ),
  )
  const serializer = new XMLSerializer()
  const drawn = [...holder.children].map((span) =>
    [...(span.firstElementChild?.children ?? [])]
      .map((part) => serializer.serializeToString(part).replace(' xmlns="http://www.w3.org/2000/svg"', ''))
      .join(''),
  )
  root.unmount()
  return Object.fromEntries(wanted.map((name, at) => [name, drawn[at] ?? '']))
}
