import type { Token, Tokens } from 'marked'
import { createContext, Fragment, type ReactNode, useContext } from 'react'
import { t } from '#web/lib/language.ts'
import { TextLink } from '#web/ui/link.tsx'
import { isSafeLink, markdownTokens, type PictureToken } from './markdown-tokens.ts'

/** The words of entities, which the lexer leaves as they were written. */
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}
const said = (text: string): string => text.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => ENTITIES[entity] ?? entity)

/** The tokens never change without the text, so their order names them. */
const keyed = <T,>(parts: readonly T[]): [string, T][] => parts.map((part, at) => [`${at}`, part])

function Inline({ tokens }: { tokens: readonly Token[] | undefined }): ReactNode {
  return keyed(tokens ?? []).map(([key, token]) => <Part key={key} token={token} />)
}

function Part({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case 'strong':
      return (
        <strong>
          <Inline tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      )
    case 'del':
      return (
        <s>
          <Inline tokens={token.tokens} />
        </s>
      )
    case 'codespan':
      return <code className="rounded-sm bg-sunken px-1 font-mono text-xs">{(token as Tokens.Codespan).text}</code>
    case 'br':
      return <br />
    case 'link':
      return <Away href={(token as Tokens.Link).href} words={<Inline tokens={token.tokens} />} />
    // Pictures are not fetched: where they come from would learn who reads this.
    case 'image':
      return <Away href={(token as Tokens.Image).href} words={(token as Tokens.Image).text || t('Picture')} />
    case 'text':
      return token.tokens ? <Inline tokens={token.tokens} /> : <Words text={said((token as Tokens.Text).text)} />
    case 'escape':
      return (token as Tokens.Escape).text
    default:
      return token.raw
  }
}

/** What is shown in the place of `[1]`; null leaves it as it is. */
type Mark = (number: number) => ReactNode
const Marks = createContext<Mark | null>(null)

/** Words that a search found, in any place. */
const Lit = createContext<ReadonlySet<string> | null>(null)
const WORD = /([\p{L}\p{N}]+(?:['’]\p{L}+)?)/u

function LitWords({ text }: { text: string }): ReactNode {
  const lit = useContext(Lit)
  if (lit === null) return text
  return keyed(text.split(WORD)).map(([key, part]) =>
    lit.has(part) ? (
      <mark key={key} className="rounded-sm bg-marigold/35 text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

function Words({ text }: { text: string }): ReactNode {
  const mark = useContext(Marks)
  if (mark === null) return <LitWords text={text} />
  return keyed(text.split(/(\[\d{1,3}\])/)).map(([key, part]) => {
    const number = /^\[(\d+)\]$/.exec(part)?.[1]
    return <Fragment key={key}>{(number !== undefined && mark(Number(number))) || <LitWords text={part} />}</Fragment>
  })
}

function Away({ href, words }: { href: string; words: ReactNode }) {
  if (!isSafeLink(href)) return words
  return (
    <TextLink href={href} external className="nodrag">
      {words}
    </TextLink>
  )
}

function List({ token }: { token: Tokens.List }) {
  const Tag = token.ordered ? 'ol' : 'ul'
  return (
    <Tag className={`grid gap-0.5 pl-5 ${token.ordered ? 'list-decimal' : 'list-disc'}`}>
      {keyed(token.items).map(([key, item]) => (
        <li key={key} className={item.task ? 'list-none' : ''}>
          {item.task && (
            <span role="img" aria-label={item.checked ? t('Done') : t('To do')}>
              {item.checked ? '☑ ' : '☐ '}
            </span>
          )}
          <Blocks tokens={item.tokens.filter(({ type }) => type !== 'checkbox')} />
        </li>
      ))}
    </Tag>
  )
}

function Table({ token }: { token: Tokens.Table }) {
  return (
    <table className="border-collapse text-left text-base">
      <thead>
        <tr>
          {keyed(token.header).map(([key, cell]) => (
            <th key={key} scope="col" className="border border-line px-2 py-1 font-medium">
              <Inline tokens={cell.tokens} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {keyed(token.rows).map(([key, row]) => (
          <tr key={key}>
            {keyed(row).map(([column, cell]) => (
              <td key={column} className="border border-line px-2 py-1">
                <Inline tokens={cell.tokens} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const HEADINGS: Readonly<Record<number, string>> = { 1: 'font-semibold text-lg', 2: 'font-semibold text-base' }

function Block({ token }: { token: Token }): ReactNode {
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    // No heading elements: a note is no part of the outline of the page.
    case 'heading':
      return (
        <p className={HEADINGS[(token as Tokens.Heading).depth] ?? 'font-medium'}>
          <Inline tokens={token.tokens} />
        </p>
      )
    case 'code':
      return (
        <pre className="overflow-x-auto rounded-sm bg-sunken p-2 font-mono text-xs">
          <code>{(token as Tokens.Code).text}</code>
        </pre>
      )
    case 'list':
      return <List token={token as Tokens.List} />
    case 'blockquote':
      return (
        <blockquote className="grid gap-1 border-control border-l-2 pl-3 text-muted">
          <Blocks tokens={token.tokens ?? []} />
        </blockquote>
      )
    case 'table':
      return <Table token={token as Tokens.Table} />
    case 'picture':
      return <Picture token={token as unknown as PictureToken} />
    case 'hr':
      return <hr className="border-line" />
    case 'text':
      return <Part token={token} />
    case 'paragraph':
      return (
        <p>
          <Inline tokens={token.tokens} />
        </p>
      )
    default:
      return <p>{token.raw}</p>
  }
}

const Picture = ({ token: { href, text } }: { token: PictureToken }) => (
  <img src={href} alt={text} draggable={false} className="max-w-full rounded-sm" />
)

function Blocks({ tokens }: { tokens: readonly Token[] }): ReactNode {
  return keyed(tokens).map(([key, token]) => <Block key={key} token={token} />)
}

/**
 * A user's Markdown as elements: hostile text stays text, links open only web pages, external pictures become links.
 */
export function Markdown({
  text,
  className = 'text-base',
  mark = null,
  lit = null,
}: {
  text: string
  className?: string
  mark?: Mark | null
  /** Words that are marked. */
  lit?: ReadonlySet<string> | null
}) {
  return (
    <div dir="auto" className={`grid gap-2 break-words [overflow-wrap:anywhere] ${className}`}>
      <Marks value={mark}>
        <Lit value={lit}>
          <Blocks tokens={markdownTokens(text)} />
        </Lit>
      </Marks>
    </div>
  )
}
