/** What can be done with whole files: orders to the runner process that does it. */
import type { CodeSystem } from '#contract/agents/code-values.ts'
import type { MedicalCode } from '#contract/agents/codes.ts'
import type { JsonObject } from '#contract/core/primitives.ts'
import type { ReportFormat, Verdict } from '#contract/runs/report-values.ts'

/** What a file can be turned into. */
export const TARGETS = ['text', 'markdown', 'html', 'pdf', 'docx', 'csv', 'xlsx', 'json'] as const
export type Target = (typeof TARGETS)[number]

/** A part of a page: fractions, origin top left. */
export interface Area {
  page: number
  box: readonly [number, number, number, number]
}

/** A document as headings, paragraphs and tables: what every format is written from. */
export type Block =
  | { kind: 'heading'; level: number; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'page' }

/** A report of a result as it is asked for. */
export interface ReportOrder {
  format: ReportFormat
  /** Of the agent, for a result that says none itself. */
  view: string | null
  disclaimer: string | null
  /** What the report is called, and what it says of its run: one line each. */
  title: string
  facts: readonly string[]
  decisions: readonly {
    id: string
    verdict: Verdict
    value: string | null
    by?: string | null
    at?: string | null
    reason?: string
  }[]
  /** Whether these are the stored ones: a correction that the table no longer has counts as not decided then, and is no mistake of the caller. */
  stored: boolean
  /** The codes among the corrections that the installed tables have. */
  codes: Readonly<Record<CodeSystem, readonly MedicalCode[]>>
}

export type Paperwork =
  /** Text of pictures and scanned pages. `data`: a ParsedDocument and `confidence`. */
  | { do: 'ocr'; pages: readonly number[] | null; most_pages: number }
  /** One file per range of pages, both ends included. */
  | { do: 'split_pdf'; ranges: readonly (readonly [number, number])[] }
  /** PDFs and pictures, in order. `data.page_count` */
  | { do: 'merge_pdf' }
  /** A DOCX with `{{names}}` or a PDF form. `data`: which names were filled, missing, not in the file. */
  | { do: 'fill_template'; values: Readonly<Record<string, string>>; missing: 'keep' | 'empty'; flatten: boolean }
  /**
   * Pages are redrawn with the areas black; DOCX and text are rewritten with the mark in place of each span (UTF-16
   * positions in the parsed text). Nothing else of the old file is kept.
   */
  | { do: 'redact'; areas: readonly Area[]; spans: readonly { start: number; end: number; mark: string }[] }
  | { do: 'convert'; to: Target; title: string | null; from: 'html' | 'csv' | null }
  /** A PDF of blocks; takes no file. */
  | { do: 'write_pdf'; title: string; blocks: readonly Block[] }
  /**
   * One sheet, the first for null. `data.sheets`: names of all, `data.sheet`: name of this one, null when there is none of that name,
   * `data.cut`: there were more rows. The file has its rows, each a list of cells in JSON on a line of its own: they may be a million, and
   * are read in slices.
   */
  | { do: 'read_spreadsheet'; sheet: string | null; most_rows: number }
  /** All sheets as text, with tabs between the cells. `data.text`, `data.cut`: there were more rows. */
  | { do: 'spreadsheet_text'; most_rows: number; most_characters: number }
  /**
   * The findings of a result, which is the file as JSON, with decisions about them. `data.problem`: a decision that names no finding or
   * corrects a code to none of the table; there is no file then.
   */
  | ({ do: 'write_report' } & ReportOrder)
  /** What a file says of itself. */
  | { do: 'metadata' }

export interface MadeFile {
  mime: string
  /** Without the dot. */
  extension: string
  bytes: Uint8Array
}
export interface PaperworkResult {
  data: JsonObject
  files: readonly MadeFile[]
}
