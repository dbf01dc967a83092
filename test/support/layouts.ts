/** Pages in layouts that are easily misread, with the text of each of their blocks: what the reading of PDFs is measured on. */
import { pdf } from './files.ts'

type Page = PDFKit.PDFDocument

export interface Layout {
  name: string
  /** Every block of the page as a person reads it. Nothing that is quoted may hold words of two. */
  blocks: string[]
  make(): Promise<Buffer>
}

const HISTORY =
  'The patient is a 64 year old man who came to the emergency department with three days of fever and pain in the left flank. He has had type 2 diabetes for ten years and takes metformin. On arrival he was hypotensive with a blood pressure of 84 over 50 and a heart rate of 118. Blood cultures grew Escherichia coli that was sensitive to ceftriaxone. He was given fluids and antibiotics and his pressure returned to normal within six hours.'
const COURSE =
  'An ultrasound of the abdomen showed mild hydronephrosis on the left side without a stone. Kidney function worsened on the second day and then recovered fully. The urology service saw him and advised no procedure. He walked without help on the fourth day and was eating and drinking well. He was discharged home in good condition with oral antibiotics for ten more days.'
const PLAN =
  'Repeat the kidney function in two weeks. Hold the metformin until the result is known. Return at once if the fever comes back or if the pain becomes worse. The family physician was informed by telephone on the day of discharge.'
const NOTE = 'Write only what the next physician needs to know about this stay'
const TIP = 'Name the diabetes drugs that were stopped and say when they may be started again'

const drawn = (
  name: string,
  blocks: string[],
  draw: (page: Page) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Layout => ({ name, blocks, make: () => pdf((page) => draw(page.fontSize(10)), { margin: 0, ...options }) })

/** A text in a column; it says where it ends. */
const column = (
  page: Page,
  text: string,
  x: number,
  y: number,
  width: number,
  options: PDFKit.Mixins.TextOptions = {},
) => {
  page.text(text, x, y, { width, ...options })
  return page.y
}
const line = (page: Page, text: string, x: number, y: number) => page.text(text, x, y, { lineBreak: false })
const joined = (rows: string[][]) => rows.map((row) => row.join(' '))
const LONG = `${HISTORY} ${COURSE} ${PLAN}`

const columns: Layout[] = [
  drawn('two columns', [HISTORY, COURSE], (page) => {
    column(page, HISTORY, 50, 80, 230)
    column(page, COURSE, 315, 80, 230)
  }),
  drawn('two columns, justified, narrow gutter', [HISTORY, COURSE], (page) => {
    column(page, HISTORY, 50, 80, 240, { align: 'justify' })
    column(page, COURSE, 299, 80, 240, { align: 'justify' })
  }),
  drawn('two columns, different leading', [HISTORY, COURSE], (page) => {
    column(page, HISTORY, 50, 80, 230)
    page.fontSize(9)
    column(page, COURSE, 305, 83, 230, { lineGap: 3 })
  }),
  drawn('three columns', [HISTORY, COURSE, PLAN], (page) => {
    page.fontSize(9)
    for (const [i, text] of [HISTORY, COURSE, PLAN].entries()) column(page, text, 40 + i * 178, 90, 160)
  }),
  drawn(
    'columns under a title and over a closing line',
    ['Discharge summary of the medical ward', HISTORY, COURSE, PLAN],
    (page) => {
      page.fontSize(16)
      line(page, 'Discharge summary of the medical ward', 50, 40)
      page.fontSize(10)
      column(page, HISTORY, 50, 80, 230)
      column(page, COURSE, 315, 80, 230)
      column(page, PLAN, 50, 400, 495)
    },
  ),
  drawn('wide word spacing, justified', [HISTORY, PLAN], (page) => {
    column(page, HISTORY, 60, 80, 300, { align: 'justify', wordSpacing: 5 })
    column(page, PLAN, 60, 400, 300, { align: 'justify', wordSpacing: 8 })
  }),
]

const callout = (page: Page, text: string, x: number, y: number, width: number) => {
  page
    .roundedRect(x - 8, y - 8, width + 16, page.heightOfString(text, { width }) + 16, 8)
    .fillAndStroke('#bdeaff', '#4aa')
  page.fillColor('black')
  column(page, text, x, y, width)
}
/** A text whose first lines are narrower, to make room for something beside them. */
const around = (page: Page, text: string, x: number, y: number, narrow: number, wide: number, lines: number) => {
  const words = text.split(' ')
  let at = y
  for (let i = 0; words.length > 0; i++) {
    const width = i < lines ? narrow : wide
    let row = words.shift() ?? ''
    while (words[0] !== undefined && page.widthOfString(`${row} ${words[0]}`) < width) row += ` ${words.shift()}`
    line(page, row, x, at)
    at += 13
  }
}

const notes: Layout[] = [
  drawn('boxed call-out on the right', [HISTORY, NOTE], (page) => {
    column(page, HISTORY, 50, 80, 340)
    callout(page, NOTE, 430, 100, 110)
  }),
  drawn('boxed call-out on the left', [HISTORY, NOTE], (page) => {
    column(page, HISTORY, 200, 80, 340)
    callout(page, NOTE, 50, 90, 110)
  }),
  drawn(
    'boxed call-out with a tail over a form',
    ['Diagnosis: Pyelonephritis', 'Admission Date: 08-Oct-2015', 'Discharge Date: 14-Oct-2015', NOTE, HISTORY],
    (page) => {
      for (const [i, [label, value]] of [
        ['Admission Date:', '08-Oct-2015'],
        ['Discharge Date:', '14-Oct-2015'],
        ['Diagnosis:', 'Pyelonephritis'],
      ].entries()) {
        line(page, label ?? '', 50, 80 + i * 16)
        line(page, value ?? '', 180, 80 + i * 16)
      }
      page
        .moveTo(420, 78)
        .lineTo(560, 78)
        .lineTo(560, 140)
        .lineTo(420, 140)
        .lineTo(420, 125)
        .lineTo(250, 150)
        .lineTo(420, 110)
        .closePath()
        .fillAndStroke('#bdeaff', '#4aa')
        .fillColor('black')
      column(page, NOTE, 430, 85, 120, { lineGap: 3 })
      column(page, HISTORY, 50, 170, 500)
    },
  ),
  drawn('text that runs around a box', [`${HISTORY} ${COURSE}`, NOTE], (page) => {
    around(page, `${HISTORY} ${COURSE}`, 50, 80, 330, 500, 8)
    callout(page, NOTE, 430, 95, 110)
  }),
  drawn('text that runs around a note without a box', [`${HISTORY} ${COURSE}`, NOTE], (page) => {
    around(page, `${HISTORY} ${COURSE}`, 50, 80, 330, 500, 8)
    column(page, NOTE, 430, 86, 110)
  }),
  drawn('side note without a box, other leading', [HISTORY, NOTE], (page) => {
    column(page, HISTORY, 50, 80, 340)
    page.fontSize(8)
    column(page, NOTE, 430, 96, 110)
  }),
  drawn('side note without a box, on the same lines', [HISTORY, NOTE], (page) => {
    column(page, HISTORY, 50, 80, 340)
    column(page, NOTE, 430, 80, 110)
  }),
  drawn('side notes on the left, without boxes', [HISTORY, COURSE, NOTE, TIP], (page) => {
    const end = column(page, HISTORY, 200, 80, 340)
    column(page, COURSE, 200, end + 12, 340)
    page.fontSize(8.5)
    column(page, NOTE, 50, 84, 110)
    column(page, TIP, 50, end + 17, 110)
  }),
  drawn(
    'list with call-outs beside it',
    [
      '• Hypertension, type 2 diabetes with no known complications',
      '• Acute kidney injury',
      '• Iron deficiency anemia',
      NOTE,
    ],
    (page) => {
      const items = [
        'Hypertension, type 2 diabetes with no known complications',
        'Acute kidney injury',
        'Iron deficiency anemia',
      ]
      for (const [i, item] of items.entries()) {
        line(page, '•', 54, 100 + i * 20)
        line(page, item, 72, 100 + i * 20)
      }
      callout(page, NOTE, 430, 90, 110)
    },
  ),
  drawn('boxed note inside a column', [HISTORY, COURSE, PLAN, NOTE], (page) => {
    const end = column(page, HISTORY, 50, 80, 230)
    callout(page, NOTE, 60, end + 16, 200)
    column(page, PLAN, 50, end + 70, 230)
    column(page, COURSE, 315, 80, 230)
  }),
  drawn('panels side by side', [`Patient ${NOTE}`, `Stay ${TIP}`, HISTORY], (page) => {
    page.rect(50, 60, 230, 70).stroke()
    page.rect(300, 60, 230, 70).stroke()
    column(page, `Patient ${NOTE}`, 58, 68, 200)
    column(page, `Stay ${TIP}`, 308, 68, 200)
    column(page, HISTORY, 50, 160, 480)
  }),
  drawn('grey sidebar over the whole page', [HISTORY, COURSE, PLAN, TIP], (page) => {
    page.rect(400, 40, 160, 600).fill('#eee').fillColor('black')
    column(page, TIP, 412, 60, 136)
    column(page, PLAN, 412, 200, 136)
    const end = column(page, HISTORY, 50, 60, 320)
    column(page, COURSE, 50, end + 14, 320)
  }),
]

const TABLE = [
  ['Test', 'Date', 'Result', 'Units'],
  ['Lactate', '08-Oct-2015', '6.1', 'mmol/L'],
  ['Creatinine', '08-Oct-2015', '170', 'umol/L'],
  ['Bilirubin', '09-Oct-2015', '24', 'umol/L'],
]
const WRAPPED = [
  ['Renal ultrasound', 'Mild hydronephrosis on the left side and no stone in the ureter.'],
  ['Creatinine', 'It rose to twice its usual value on the second day and then fell.'],
  ['Chest radiograph', 'No consolidation and no effusion, the heart is of normal size.'],
]

const structured: Layout[] = [
  drawn('table beside nothing, sentence above and below', [PLAN, COURSE, ...joined(TABLE)], (page) => {
    column(page, COURSE, 50, 60, 480)
    for (const [i, row] of TABLE.entries())
      for (const [j, cell] of row.entries()) line(page, cell, 60 + j * 120, 200 + i * 16)
    column(page, PLAN, 50, 290, 480)
  }),
  drawn('ruled table with wrapped cells', joined(WRAPPED), (page) => {
    for (const [i, row] of WRAPPED.entries())
      for (const [j, cell] of row.entries()) {
        page.rect(60 + j * 130, 80 + i * 44, 130, 44).stroke()
        column(page, cell, 66 + j * 130, 86 + i * 44, 118)
      }
  }),
  drawn('table with wrapped cells and no lines', WRAPPED.flat(), (page) => {
    for (const [i, row] of WRAPPED.entries())
      for (const [j, cell] of row.entries()) column(page, cell, 60 + j * 150, 80 + i * 60, j === 0 ? 60 : 140)
  }),
  drawn(
    'form with labels and values',
    ['Reason for visit: Chest pain that began yesterday', 'Allergies: Penicillin', 'Referred by: Dr Rao', PLAN],
    (page) => {
      for (const [i, [label, value]] of [
        ['Reason for visit:', 'Chest pain that began yesterday'],
        ['Allergies:', 'Penicillin'],
        ['Referred by:', 'Dr Rao'],
      ].entries()) {
        line(page, label ?? '', 50, 80 + i * 20)
        page.rect(150, 75 + i * 20, 300, 17).stroke()
        line(page, value ?? '', 155, 80 + i * 20)
      }
      column(page, PLAN, 50, 170, 480)
    },
  ),
  drawn(
    'letterhead with two addresses',
    [
      'City General Hospital 12 Lake Road Pune 411001',
      'Dr Samantha Jay Family Practice Hill Street 4 Mumbai 400001',
      HISTORY,
    ],
    (page) => {
      for (const [i, text] of ['City General Hospital', '12 Lake Road', 'Pune 411001'].entries())
        line(page, text, 50, 50 + i * 13)
      page.fontSize(9)
      for (const [i, text] of ['Dr Samantha Jay', 'Family Practice', 'Hill Street 4', 'Mumbai 400001'].entries())
        line(page, text, 400, 56 + i * 15)
      page.fontSize(10)
      column(page, HISTORY, 50, 160, 480)
    },
  ),
  drawn('list with hanging indents', [`1. ${COURSE}`, `2. ${PLAN}`, `• ${NOTE}`], (page) => {
    line(page, '1.', 50, 80)
    const first = column(page, COURSE, 68, 80, 460)
    line(page, '2.', 50, first + 2)
    const second = column(page, PLAN, 68, first + 2, 460)
    line(page, '•', 54, second + 2)
    column(page, NOTE, 72, second + 2, 200)
  }),
  drawn(
    'footnotes in small print',
    [
      HISTORY,
      '1 Measured with the cuff on the left arm after five minutes of rest.',
      '2 Cultures were taken before antibiotics.',
    ],
    (page) => {
      const end = column(page, HISTORY, 50, 80, 480)
      page
        .moveTo(50, end + 8)
        .lineTo(150, end + 8)
        .stroke()
        .fontSize(7)
      line(page, '1 Measured with the cuff on the left arm after five minutes of rest.', 50, end + 14)
      line(page, '2 Cultures were taken before antibiotics.', 50, end + 24)
    },
  ),
  drawn(
    'headings in larger and bold type between paragraphs',
    ['History', HISTORY, 'Course in hospital', COURSE],
    (page) => {
      page.fontSize(15)
      line(page, 'History', 50, 60)
      page.fontSize(10)
      const end = column(page, HISTORY, 50, 80, 480)
      page.font('Helvetica-Bold').fontSize(12)
      line(page, 'Course in hospital', 50, end + 6)
      page.font('Helvetica').fontSize(10)
      column(page, COURSE, 50, end + 22, 480)
    },
  ),
]

const LAST_LINES = [
  'He slept well and had no pain.',
  'The wound is dry and closed.',
  'She thanked the nurses of the ward.',
]
const furniture = (page: Page, number: number, tight: boolean) => {
  line(page, 'City General Hospital', 50, tight ? 48 : 30)
  line(page, `Page ${number} of 3`, 480, tight ? 48 : 30)
  line(page, 'printed for the patient named above', 50, tight ? 765 : 800)
}
const pages = (tight: boolean) => (page: Page) => {
  const sentences = LONG.repeat(2).split(/(?<=\.) ?(?=[A-Z])/)
  for (const number of [1, 2, 3]) {
    if (number > 1) page.addPage()
    page.fontSize(10)
    furniture(page, number, tight)
    const text = sentences.slice((number - 1) * 6, number * 6).join(' ')
    column(page, `${text} The drain was removed and the`, 50, 60, 480)
    column(page, LAST_LINES[number - 1] ?? '', 50, tight ? 751 : 740, 480)
  }
}
const PAGE_BLOCKS = (() => {
  const sentences = LONG.repeat(2).split(/(?<=\.) ?(?=[A-Z])/)
  const texts = [0, 1, 2].map((i) => `${sentences.slice(i * 6, i * 6 + 6).join(' ')} The drain was removed and the`)
  const marks = [1, 2, 3].map((number) => `City General Hospital Page ${number} of 3`)
  return [...texts, ...marks, ...LAST_LINES, 'printed for the patient named above']
})()

const turned: Layout[] = [
  drawn('header and footer on every page', PAGE_BLOCKS, pages(false)),
  drawn('header and footer close to the text', PAGE_BLOCKS, pages(true)),
  drawn('stamp across the text', [HISTORY, 'COPY NOT FOR RELEASE'], (page) => {
    column(page, HISTORY, 50, 80, 480)
    page
      .save()
      .rotate(-35, { origin: [250, 160] })
      .fontSize(28)
    line(page, 'COPY NOT FOR RELEASE', 90, 130)
    page.restore()
  }),
  drawn('text up the margin', [HISTORY, 'Form 2231 revised in March 2015'], (page) => {
    column(page, HISTORY, 70, 80, 460)
    page
      .save()
      .rotate(-90, { origin: [30, 300] })
      .fontSize(8)
    line(page, 'Form 2231 revised in March 2015', 30, 300)
    page.restore()
  }),
  drawn(
    'landscape page in two columns of different sizes',
    [HISTORY, COURSE],
    (page) => {
      page.fontSize(12)
      column(page, HISTORY, 50, 60, 430)
      page.fontSize(8)
      column(page, COURSE, 520, 60, 270)
    },
    { layout: 'landscape' },
  ),
]

export const LAYOUTS: readonly Layout[] = [...columns, ...notes, ...structured, ...turned]
