/** Non-disclosure agreements held out: written after the checks, with what a reader expects of each check. Never used to change them. */

export interface HeldOutNda {
  name: string
  text: string
  expected: Record<string, 'ok' | 'attention' | 'missing'>
}

export const NDAS: readonly HeldOutNda[] = [
  {
    name: 'mutual, startup and investor',
    text: `MUTUAL CONFIDENTIALITY AGREEMENT

This agreement is dated 3 May 2026 and made between Tamarind Foods Private Limited ("Tamarind") and Banyan Capital Advisors LLP ("Banyan").

1. Each party may give the other information about its business so that they can decide whether Banyan will invest in Tamarind (the "Transaction").
2. In this agreement confidential information means all non-public information that one party (the discloser) gives to the other (the recipient) in connection with the Transaction and that is marked confidential or would reasonably be regarded as confidential.
3. The recipient must not use it except for the Transaction and must keep it safe with the same degree of care it applies to its own secrets.
4. It may be shown to directors, employees and professional advisers who need to know it, provided they are bound to keep it confidential.
5. These duties do not apply to information that becomes publicly known other than by breach, that the recipient already possessed, that a third party lawfully supplies, or that is created independently.
6. If a court or regulator requires disclosure, the recipient shall first notify the discloser where lawful.
7. All copies must be returned or deleted within 15 days of a request.
8. This agreement lasts two years. The duties of confidentiality continue for two years after it ends.
9. Nothing here transfers any ownership of or licence to the information.
10. Damages alone may be inadequate and a party may apply for an injunction.
11. Indian law governs this agreement. Courts in Chennai have jurisdiction.`,
    expected: {
      direction: 'ok',
      definition: 'ok',
      purpose: 'ok',
      standard_of_care: 'ok',
      recipients: 'ok',
      exclusions: 'ok',
      compelled_disclosure: 'ok',
      return: 'ok',
      term: 'ok',
      survival: 'ok',
      no_licence: 'ok',
      injunctive_relief: 'ok',
      governing_law: 'ok',
      forum: 'ok',
      residuals: 'ok',
      non_solicit: 'ok',
      liability: 'ok',
      signature: 'ok',
    },
  },
  {
    name: 'one-way, freelancer',
    text: `NON-DISCLOSURE AGREEMENT

Between Studio Marigold Pvt. Ltd. (the "Company") and Mr. Karan Mehra (the "Freelancer"), signed on 11 June 2026.

1. The Company will show the Freelancer unreleased designs, client lists and prices ("Confidential Information").
2. The Freelancer will not pass on Confidential Information to anybody and will use it only to do the work ordered by the Company.
3. The Freelancer remains bound forever, also after the work is finished.
4. If the Freelancer breaks this promise, he shall pay a penalty of Rs. 10,00,000 to the Company.
5. For three years the Freelancer shall not work for any competing business or approach the Company's clients.
6. This agreement is subject to the laws of India and to the courts of Mumbai.`,
    expected: {
      direction: 'attention',
      exclusions: 'missing',
      compelled_disclosure: 'missing',
      return: 'missing',
      survival: 'attention',
      liability: 'attention',
      non_solicit: 'attention',
      injunctive_relief: 'missing',
      governing_law: 'ok',
      forum: 'ok',
      purpose: 'ok',
      no_licence: 'missing',
      signature: 'ok',
    },
  },
  {
    name: 'English form, software evaluation',
    text: `EVALUATION NON-DISCLOSURE AGREEMENT

THIS AGREEMENT is made on 20 January 2026 BETWEEN Harrow Systems Limited, a company registered in England ("Harrow") and Coromandel Shipping Limited ("Coromandel").

1. Definitions. "Confidential Information" means information relating to the Harrow Route Planner disclosed by Harrow to Coromandel for the purpose of evaluation and identified as confidential at the time of disclosure, or if disclosed orally confirmed in writing within 14 days.
2. Coromandel undertakes to use the Confidential Information solely for evaluation, to exercise reasonable care in protecting it, and to restrict access to those of its personnel who have a need to know and who have been informed of its confidential nature.
3. The undertaking shall not apply to information which (i) enters the public domain, (ii) was known to Coromandel prior to disclosure, (iii) is received from a third party without restriction or (iv) is independently developed by Coromandel.
4. Coromandel may disclose Confidential Information to the extent compelled by law.
5. This Agreement shall continue in force for ten years.
6. The obligations in clause 2 shall survive for six years following termination.
7. On expiry Coromandel shall destroy all copies of the Confidential Information.
8. No licence is granted.
9. This Agreement shall be governed by English law and the parties submit to the jurisdiction of the English courts.`,
    expected: {
      direction: 'attention',
      definition: 'ok',
      exclusions: 'ok',
      purpose: 'ok',
      recipients: 'ok',
      standard_of_care: 'ok',
      compelled_disclosure: 'attention',
      term: 'attention',
      survival: 'attention',
      return: 'ok',
      no_licence: 'ok',
      governing_law: 'attention',
      forum: 'ok',
      injunctive_relief: 'missing',
      residuals: 'ok',
      liability: 'ok',
    },
  },
  {
    name: 'with residuals and hiring ban',
    text: `Mutual Non-Disclosure Agreement

Effective date: 1 March 2026. Parties: Lotus Robotics Pvt Ltd and Peepal Motors Limited, each a "Party".

Confidential Information includes any information, whatever its form, disclosed by a Party whether or not it is marked.

Each Party agrees to hold the other Party's Confidential Information in confidence and not to use it for any purpose other than the joint study.

Information already in the public domain, known beforehand, obtained from another source or developed independently is not confidential.

Nothing prevents a Party's staff from using general ideas retained in their unaided memory as a result of seeing Confidential Information.

Neither Party shall, for one year, hire or entice away any engineer of the other Party.

Each Party shall indemnify the other against loss caused by its breach.

This agreement ends on 28 February 2028; the duty to keep information confidential survives for five years from that date.

Governing law: laws of India. Disputes go to arbitration in Pune.`,
    expected: {
      direction: 'ok',
      definition: 'attention',
      purpose: 'ok',
      exclusions: 'ok',
      residuals: 'attention',
      non_solicit: 'attention',
      liability: 'attention',
      term: 'ok',
      survival: 'ok',
      governing_law: 'ok',
      forum: 'ok',
      compelled_disclosure: 'missing',
      return: 'missing',
      injunctive_relief: 'missing',
      no_licence: 'missing',
      standard_of_care: 'missing',
    },
  },
]
