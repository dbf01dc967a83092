/** Answering disputes (razorpay.com/docs/api/disputes, …/docs/api/documents). */
import { z } from 'zod'
import { type Call, id } from './ask.ts'
import { GatewayDispute } from './entities.ts'

export interface Document {
  name: string
  mime_type: string
  bytes: Uint8Array
}

export const disputes = (call: Call) => ({
  dispute: (dispute: string): Promise<GatewayDispute> =>
    call({ path: `/v1/disputes/${id(dispute)}`, answers: GatewayDispute }),
  /** A PDF or a picture. @returns its number */
  uploadDocument: async ({ name, mime_type, bytes }: Document): Promise<string> => {
    const form = new FormData()
    form.set('purpose', 'dispute_evidence')
    form.set('file', new Blob([new Uint8Array(bytes)], { type: mime_type }), name)
    return (await call({ method: 'POST', path: '/v1/documents', body: form, answers: z.object({ id: z.string() }) })).id
  },
  /** Hands evidence in, once: at least one document, by what it proves. */
  contestDispute: (
    dispute: string,
    evidence: { amount: number; summary: string; documents: Readonly<Record<string, readonly string[]>> },
  ): Promise<GatewayDispute> =>
    call({
      method: 'PATCH',
      path: `/v1/disputes/${id(dispute)}/contest`,
      body: { amount: evidence.amount, summary: evidence.summary, ...evidence.documents, action: 'submit' },
      answers: GatewayDispute,
    }),
  /** Gives it up: it is lost. */
  acceptDispute: (dispute: string): Promise<GatewayDispute> =>
    call({ method: 'POST', path: `/v1/disputes/${id(dispute)}/accept`, body: {}, answers: GatewayDispute }),
})
