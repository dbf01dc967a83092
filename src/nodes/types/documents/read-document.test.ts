import { describe, expect, it } from 'vitest'
import type { Json } from '#contract/core/primitives.ts'
import { documentFromText } from '#nodes/lib/document/text-document.ts'
import { NodeError } from '#nodes/node.ts'
import { outputOf } from '#nodes/trial.ts'
import { bankStatementParse } from '#nodes/types/finance/bank-statement-parse.ts'
import { readDocument } from './read-document.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const FILE_ID = '0198a000-0000-7000-8000-000000000001'
const run = (config: Record<string, Json>, asked: string[] = []) =>
  readDocument.run({
    config: readDocument.config.parse(config),
    signal: new AbortController().signal,
    run: { owner: { user_id: 'u1' } },
    documents: {
      parse: async (id: string) => {
        asked.push(id)
        return documentFromText('from the file')
      },
    },
  } as never)

describe('read document', () => {
  it('takes a text as a document of one page', async () => {
    const text = '# Note\r\n\r\nFever\u0000 and cough.'
    const result = await run({ text, file: null })
    expect(result).toMatchObject({ type: 'output', output: { file: null } })
    const { document } = (result as unknown as { output: { document: ReturnType<typeof documentFromText> } }).output
    expect(document.text).toBe('# Note\n\nFever  and cough.')
    expect(document.pages).toEqual([{ page: 1, start: 0, end: document.text.length, width: null, height: null }])
    expect(document.headings).toEqual([{ text: 'Note', level: 1, start: 2, end: 6, page: 1 }])
    expect(
      readDocument.output.safeParse({ document, file: null, pages_without_text: [], ocr_confidence: null }).success,
    ).toBe(true)
  })
  it('has a file parsed and passes on what is known of it', async () => {
    const asked: string[] = []
    const result = await run({ file: { file_id: FILE_ID, name: 'note.pdf' }, text: '  ' }, asked)
    expect(asked).toEqual([FILE_ID])
    expect(result).toMatchObject({ output: { file: { file_id: FILE_ID, name: 'note.pdf', mime: null } } })
  })
  it('reads a workbook row by row, as a bank gives statements', async () => {
    const text = [
      'Date\tNarration\tWithdrawal\tDeposit\tBalance',
      '2026-04-01\tUPI/SWIGGY/ 9988\t450\t\t9550',
      '2026-04-02\tNEFT SALARY ACME\t\t85000\t94550',
    ].join('\n')
    const unsupported = () => Promise.reject(new NodeError('file_unsupported', 'This kind of file cannot be read'))
    const reading = (mime: string) =>
      readDocument.run({
        config: readDocument.config.parse({ file: { file_id: FILE_ID } }),
        signal: new AbortController().signal,
        run: { owner: { user_id: 'u1' }, as: { owner: { user_id: 'u1' }, author: null } },
        documents: { parse: unsupported },
        files: { open: async () => ({ name: 'a.xlsx', mime, read: async () => new Uint8Array(4) }) },
        paperwork: async () => ({ data: { text, cut: false }, files: [] }),
        log: () => undefined,
      } as never) as unknown as Promise<{ output: { document: { text: string } } }>
    const { document } = (await reading(XLSX)).output
    expect(document.text).toBe(text)
    const statement = await outputOf(bankStatementParse, { document: document as unknown as Json })
    expect(statement).toMatchObject({ transactions: [{ amount_paise: -45_000 }, { amount_paise: 8_500_000 }] })
    // Another file that is no document stays refused.
    await expect(reading('application/zip')).rejects.toMatchObject({ code: 'file_unsupported' })
  })
  it.each<[Record<string, Json>, string, string]>([
    [{}, 'document_missing', 'file'],
    [{ file: null, text: null }, 'document_missing', 'file'],
    [{ file: null, text: ' \n' }, 'document_missing', 'file'],
    [{ file: '', text: '' }, 'document_missing', 'file'],
    [{ file: { file_id: FILE_ID }, text: 'words' }, 'document_ambiguous', 'text'],
    [{ file: 'note.pdf' }, 'not_a_file', 'file'],
    [{ file: { id: FILE_ID } }, 'not_a_file', 'file'],
    [{ file: { file_id: 7 } }, 'not_a_file', 'file'],
    [{ file: [FILE_ID] }, 'not_a_file', 'file'],
    [{ text: 7 }, 'not_a_text', 'text'],
    [{ text: { a: 1 } }, 'not_a_text', 'text'],
    [{ text: 'x'.repeat(2_000_001) }, 'text_too_long', 'text'],
  ])('refuses %j', async (config, code, field) => {
    const refusal = await Promise.resolve(run(config)).catch((cause: unknown) => cause)
    expect(refusal).toBeInstanceOf(NodeError)
    expect(refusal).toMatchObject({ code, field })
  })
})
