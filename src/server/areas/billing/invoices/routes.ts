import { Readable } from 'node:stream'
import type { DoPaperwork } from '#nodes/runner-ports.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Handlers } from '#server/platform/http/handlers.ts'
import { exportGstr1 } from './gstr1.ts'
import { mayExportInvoices, mayListOwnInvoices, maySeeInvoice } from './invoices.policy.ts'
import { findInvoice } from './invoices.store.ts'
import { drawInvoice, listInvoices } from './invoices.ts'

export interface InvoiceDeps {
  db: Database
  paperwork: DoPaperwork
}

export const invoiceHandlers = ({
  db,
  paperwork,
}: InvoiceDeps): Pick<Handlers, 'listInvoices' | 'getInvoicePdf' | 'exportGstr1'> => ({
  listInvoices: ({ query }, { caller }) => listInvoices(db, mayListOwnInvoices(caller), query),
  getInvoicePdf: async ({ params }, { caller, signal }) => {
    const { name, bytes } = await drawInvoice(
      { db, paperwork },
      maySeeInvoice(caller, await findInvoice(db, params.id)),
      signal,
    )
    const body = Buffer.from(bytes)
    return {
      type: 'file',
      name,
      mime: 'application/pdf',
      bytes: body.length,
      disposition: 'attachment',
      body: Readable.from([body]),
    }
  },
  exportGstr1: ({ query }, { caller }) => exportGstr1(db, mayExportInvoices(caller), query.month),
})
