/** Program of a runner process that works on whole files. */
import type { MadeFile, Paperwork, PaperworkResult } from '#nodes/paperwork.ts'
import { type Answer, type DoPart, JobError, serveJobs } from '#server/runners/serve.ts'
import { convertDocument } from './convert.ts'
import { fillTemplate } from './fill-template.ts'
import { readMetadata } from './metadata.ts'
import { recogniseText } from './ocr.ts'
import { mergePdf, splitPdf } from './pages.ts'
import { type PaperworkReply, unpackFiles } from './port.ts'
import { redact } from './redact.ts'
import { writeReport } from './report/write-report.ts'
import { readSpreadsheet, spreadsheetText } from './spreadsheet.ts'
import { writePdf } from './write-pdf.ts'

const drawn = async ({ blocks, title }: Extract<Paperwork, { do: 'write_pdf' }>): Promise<PaperworkResult> => ({
  data: {},
  files: [{ mime: 'application/pdf', extension: 'pdf', bytes: writePdf(blocks, { title }).bytes }],
})

async function perform(work: Paperwork, files: Buffer[], doPart: DoPart): Promise<PaperworkResult> {
  if (work.do === 'write_pdf') return drawn(work)
  const [file] = files
  if (file === undefined || files.some(({ length }) => length === 0))
    throw new JobError('file_empty', 'The file is empty')
  switch (work.do) {
    case 'ocr':
      return recogniseText(file, work, doPart)
    case 'split_pdf':
      return splitPdf(file, work.ranges)
    case 'merge_pdf':
      return mergePdf(files)
    case 'fill_template':
      return fillTemplate(file, work)
    case 'redact':
      return redact(file, work)
    case 'convert':
      return convertDocument(file, work)
    case 'read_spreadsheet':
      return readSpreadsheet(file, work)
    case 'spreadsheet_text':
      return spreadsheetText(file, work)
    case 'write_report':
      return writeReport(file, work)
    case 'metadata':
      return readMetadata(file)
  }
}

serveJobs('file_broken', async ({ blob }, doPart): Promise<Answer> => {
  const [order = Buffer.from('{}'), ...inputs] = unpackFiles(blob).map((bytes) => Buffer.from(bytes))
  const { data, files } = await perform(JSON.parse(order.toString('utf8')), inputs, doPart)
  const reply: PaperworkReply = {
    data,
    files: files.map(({ mime, extension, bytes }: MadeFile) => ({ mime, extension, size: bytes.length })),
  }
  return { header: reply, blob: Buffer.concat(files.map(({ bytes }) => bytes)) }
})
