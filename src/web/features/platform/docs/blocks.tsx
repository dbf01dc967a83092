import type { ReactNode } from 'react'
import { useOrigin } from '#web/lib/origin.ts'
import { CodeBlock } from '#web/ui/code-block.tsx'
import { TextLink } from '#web/ui/link.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { withKeys } from './keyed.ts'
import { type Block, blockText, type Inline, toPlainText } from './markdown.ts'

/** What the examples call this installation; a reader copies the real address. */
const EXAMPLE_ORIGIN = 'https://chowk.example'

/** Puts the address of this installation into an example, the same one in the drawn page and while it is hydrated. */
function useWithOrigin(): (code: string) => string {
  const origin = useOrigin()
  return (code) => code.replaceAll(EXAMPLE_ORIGIN, origin)
}

function InlineCode({ text }: { text: string }) {
  const withOrigin = useWithOrigin()
  return <code className="break-words rounded-sm bg-sunken px-1 py-0.5 font-mono text-xs">{withOrigin(text)}</code>
}

function Example({ code, label }: { code: string; label: string }) {
  const withOrigin = useWithOrigin()
  return <CodeBlock code={withOrigin(code)} label={label} />
}

function Part({ part }: { part: Inline }): ReactNode {
  if (part.type === 'text') return part.text
  if (part.type === 'code') return <InlineCode text={part.text} />
  const inner = <Line parts={part.children} />
  if (part.type === 'strong') return <strong>{inner}</strong>
  if (part.type === 'em') return <em>{inner}</em>
  return (
    <TextLink href={part.href} external={/^https?:/.test(part.href)}>
      {inner}
    </TextLink>
  )
}

function Line({ parts }: { parts: readonly Inline[] }): ReactNode {
  return withKeys(parts, (part) => toPlainText([part])).map(([key, part]) => <Part key={key} part={part} />)
}

const HEADINGS = {
  1: 'text-3xl',
  2: 'mt-6 border-line border-t pt-6 text-xl',
  3: 'mt-2 text-lg',
} as const

function Heading({ block }: { block: Extract<Block, { type: 'heading' }> }) {
  const Tag = `h${block.level}` as const
  return (
    <Tag id={block.level === 1 ? undefined : block.id} className={`group scroll-mt-20 ${HEADINGS[block.level]}`}>
      <Line parts={block.content} />
      {block.level > 1 && (
        <a
          href={`#${block.id}`}
          aria-label={`Link to “${toPlainText(block.content)}”`}
          className="ml-1.5 inline-block px-1 font-normal text-muted opacity-0 hover:text-indigo focus-visible:opacity-100 group-hover:opacity-100"
        >
          #
        </a>
      )}
    </Tag>
  )
}

function List({ block }: { block: Extract<Block, { type: 'list' }> }) {
  const Tag = block.ordered ? 'ol' : 'ul'
  return (
    <Tag className={`grid gap-1.5 pl-5 marker:text-muted ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
      {withKeys(block.items, ({ content }) => toPlainText(content)).map(([key, item]) => (
        <li key={key} className="pl-1">
          <Line parts={item.content} />
          {item.inner && <List block={item.inner} />}
        </li>
      ))}
    </Tag>
  )
}

function Grid({ block }: { block: Extract<Block, { type: 'table' }> }) {
  return (
    <ScrollRegion label={`Table: ${block.head.map(toPlainText).filter(Boolean).join(', ')}`} className="surface-card">
      <table className="w-full border-collapse text-left text-base">
        <thead>
          <tr>
            {block.head.map((cell) =>
              cell.length === 0 ? (
                <td key="" />
              ) : (
                <th key={toPlainText(cell)} scope="col" className="h-9 px-3 font-medium text-muted text-xs">
                  <Line parts={cell} />
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row) => (
            <tr key={row.map(toPlainText).join('|')} className="border-line border-t align-top">
              {row.map((cell, column) => (
                <td
                  key={toPlainText(block.head[column] ?? [])}
                  className="min-w-24 px-3 py-2 last:[&_code]:wrap-anywhere"
                >
                  <Line parts={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function One({ block, name }: { block: Block; name: string }) {
  if (block.type === 'heading') return <Heading block={block} />
  if (block.type === 'list') return <List block={block} />
  if (block.type === 'table') return <Grid block={block} />
  if (block.type === 'code') return <Example code={block.text} label={name} />
  const note = block.type === 'note'
  return (
    <p className={note ? 'rounded border-indigo border-l-3 bg-indigo-soft px-3.5 py-2.5' : ''}>
      <Line parts={block.content} />
    </p>
  )
}

/** A page of Markdown as elements. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  let examples = 0
  return withKeys(blocks, blockText).map(([key, block]) => {
    if (block.type === 'code') examples += 1
    return <One key={key} block={block} name={`Example ${examples}`} />
  })
}
