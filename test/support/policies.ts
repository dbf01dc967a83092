/** Documents of a company, for agents that answer from them. */
import { pdf } from './files.ts'

/** Three PDFs, of which one says on its second page what is asked. */
export async function policies() {
  const texts: Record<string, string> = {
    leave: 'Every employee has 24 days of annual leave a year. Unused days expire in March.',
    travel: 'A company vehicle is booked with the front desk. Taxis are refunded within the city.',
    expenses: 'Expenses are claimed with the original bill before the fifth day of the next month.',
  }
  const drawn = Object.entries(texts).map(async ([name, text]) => ({
    name: `${name}.pdf`,
    mimeType: 'application/pdf',
    buffer: await pdf((page) => {
      page.fontSize(20).text(`Policy on ${name}`)
      page.addPage().fontSize(11).text(text)
    }),
  }))
  return Promise.all(drawn)
}
