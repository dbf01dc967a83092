/** What the pages of the categories say, as content: what each is for, the jobs people bring, and what they ask first. */

interface CategoryText {
  title: string
  about: string
  /** `search` is what the marketplace is asked for: a neighbouring category may have it, too. */
  jobs: readonly { job: string; search: string }[]
  questions: readonly { question: string; answer: string }[]
}

export const CATEGORY_TEXTS: Readonly<Record<string, CategoryText>> = {
  healthcare: {
    title: 'AI agents for healthcare',
    about:
      'Agents for the paperwork of clinics and hospitals: they suggest codes for a note, put a discharge summary in order and mask what identifies a patient. Each shows the words its result comes from, and a qualified person decides.',
    jobs: [
      { job: 'Code a clinical note to ICD-10-CM', search: 'icd-10' },
      { job: 'Find HCPCS codes for supplies and services', search: 'hcpcs' },
      { job: 'Structure a discharge summary', search: 'discharge summary' },
      { job: 'Mask personal data before a note is shared', search: 'phi' },
    ],
    questions: [
      {
        question: 'Can I bill with what an agent suggests?',
        answer:
          'No. Results are drafts for review by a qualified professional. They show the sentence behind each code, so that a review takes little time.',
      },
      {
        question: 'Where do patient data go?',
        answer:
          'The page of each agent says what it reads, where it sends it, which models see it and how long it is kept. “No language model” and “No outside service” in the marketplace leave only those that keep it here.',
      },
      {
        question: 'Are CPT codes included?',
        answer:
          'CPT is licensed by the American Medical Association, so none is shipped. Bring the table you hold a licence for.',
      },
    ],
  },
  'document-processing': {
    title: 'AI agents for documents',
    about:
      'Agents that read PDF, Word and Excel files, scans and plain text: they outline, answer questions with the passage they rest on, and turn pages into fields and tables that a program can use.',
    jobs: [
      { job: 'Ask a PDF and see the passage', search: 'pdf' },
      { job: 'Get an outline and a summary', search: 'summary' },
      { job: 'Turn an invoice into fields', search: 'invoice' },
      { job: 'Read tables out of a document', search: 'table' },
    ],
    questions: [
      {
        question: 'Which files can be read?',
        answer: 'PDF, DOCX, XLSX, PNG, JPEG and text, up to 25 MB each. Files with a password have to be opened first.',
      },
      {
        question: 'How do I know that an answer is right?',
        answer:
          'Findings lead to the place on the page they were taken from. Select one, and the page shows it. What cannot be found in the document is said to be missing.',
      },
      {
        question: 'Can my programs send documents?',
        answer:
          'Yes. Add an agent to your services: it then has an address for your programs, and runs are called with an API key.',
      },
    ],
  },
  finance: {
    title: 'AI agents for finance',
    about:
      'Agents for statements, invoices and the figures in them: they check sums, read GST invoices, sort bank lines and compute ratios. They count by rules wherever rules suffice, so the same paper gives the same figures.',
    jobs: [
      { job: 'Read a GST invoice and check its tax', search: 'gst invoice' },
      { job: 'Sort the lines of a bank statement', search: 'bank statement' },
      { job: 'Compute ratios of a balance sheet', search: 'financial statement' },
      { job: 'Find payments that do not match', search: 'payment' },
    ],
    questions: [
      {
        question: 'Is this advice?',
        answer:
          'No. Agents read, count and compare. What follows from the figures is for you and your accountant to decide.',
      },
      {
        question: 'Do they know Indian formats?',
        answer:
          'Yes: a GSTIN is checked by its check digit, and the tax of an invoice is compared with its rate and the place of supply.',
      },
      {
        question: 'What does a run cost?',
        answer:
          'The price stands on each agent, GST included. A run that fails or gives nothing is free, and an agent may have free runs to begin with.',
      },
    ],
  },
  'customer-service': {
    title: 'AI agents for customer service',
    about:
      'Agents that sort, route and answer what customers write: they suggest a reply with the article it rests on, tell an urgent complaint from a question, and hand over to a person when they are not sure.',
    jobs: [
      { job: 'Answer from your help articles', search: 'help desk' },
      { job: 'Sort tickets by topic and urgency', search: 'triage' },
      { job: 'Draft replies to mail', search: 'reply' },
      { job: 'Route complaints to the right desk', search: 'complaint' },
    ],
    questions: [
      {
        question: 'Will it answer customers on its own?',
        answer:
          'Only if you let it. A workflow can wait for a person before anything is sent, and an agent says how sure it is.',
      },
      {
        question: 'What does it answer from?',
        answer:
          'From the articles you give it. Each answer cites them, and a question that they do not answer is passed on.',
      },
      {
        question: 'Can it stand on my website?',
        answer:
          'A form can. Start from the workflow of an agent that shows it, let a form begin it, and share the address of that form.',
      },
    ],
  },
  legal: {
    title: 'AI agents for legal work',
    about:
      'Agents that read contracts before a lawyer does: they find clauses, dates, amounts and parties, mark what is unusual or missing, and point at the words. They save reading, not judgement.',
    jobs: [
      { job: 'Find the clauses of a contract', search: 'contract' },
      { job: 'Check an NDA against what you accept', search: 'nda' },
      { job: 'List obligations and their dates', search: 'obligation' },
      { job: 'Compare two drafts', search: 'compare' },
    ],
    questions: [
      {
        question: 'Is this legal advice?',
        answer: 'No. Results are drafts for review by a qualified professional, and every one says so.',
      },
      {
        question: 'Which law do they know?',
        answer:
          'They read what a contract says, mostly in English. The page of each agent names the kinds of contracts and the limits it has.',
      },
      {
        question: 'Who else reads my contract?',
        answer:
          'The passport on each agent’s page says which models and hosts see it. Some work by rules alone and send it nowhere.',
      },
    ],
  },
  productivity: {
    title: 'AI agents for everyday work',
    about:
      'Agents for what comes back every day: cleaning a list, turning notes into tasks, checking an expense, filling a form. Small jobs that take minutes each and hours a week.',
    jobs: [
      { job: 'Clean a list or a CSV file', search: 'csv' },
      { job: 'Turn notes into tasks', search: 'notes' },
      { job: 'Check expenses against your rules', search: 'expense' },
      { job: 'Summarise what is long', search: 'summary' },
    ],
    questions: [
      {
        question: 'Can it run by itself?',
        answer:
          'Yes. The workflow behind an agent can begin at a time you set, when a mail arrives, or when another program calls.',
      },
      {
        question: 'Do I need a model of my own?',
        answer: 'No. An agent that asks a language model says so on its page, and many work by rules alone.',
      },
      {
        question: 'What if my job is not here?',
        answer: 'Draw it yourself: a workflow is built from steps on a canvas, and templates are a start.',
      },
    ],
  },
  'developer-tools': {
    title: 'AI agents for developers',
    about:
      'Agents for people who build software: they read logs, write the tests nobody wants to write, check data against a schema and talk to your own API. Each can be called from a program and has a contract of input and output.',
    jobs: [
      { job: 'Check JSON against a schema', search: 'json' },
      { job: 'Read logs and find the cause', search: 'logs' },
      { job: 'Turn a description into a query', search: 'query' },
      { job: 'Review a change', search: 'review' },
    ],
    questions: [
      {
        question: 'How do I call an agent?',
        answer:
          'With an API key over HTTP. The page of each agent has snippets that work, with the schema of its input and output.',
      },
      {
        question: 'What if its next version breaks my program?',
        answer:
          'It does not: what you added stays on the version you added, and you see the difference before you upgrade.',
      },
      {
        question: 'Can I sell mine?',
        answer: 'Yes. Build a workflow, publish it as an agent with a price, and see its runs and earnings.',
      },
    ],
  },
  marketing: {
    title: 'AI agents for marketing',
    about:
      'Agents that write, plan and measure how you are heard: first drafts in your voice, one text for many channels, and an honest look at what worked. A person still signs what goes out.',
    jobs: [
      { job: 'Draft a post or a newsletter', search: 'draft' },
      { job: 'Say one thing for many channels', search: 'posts' },
      { job: 'Sort feedback and reviews', search: 'feedback' },
      { job: 'Find words that people search for', search: 'keywords' },
    ],
    questions: [
      {
        question: 'Will it sound like everybody else?',
        answer:
          'It sounds like what you give it. Try an agent with your own text on its page before you pay for anything.',
      },
      {
        question: 'Who owns what it writes?',
        answer:
          'What you put in and what comes out are yours to use. The law decides whether a text that a machine wrote can be owned at all.',
      },
      {
        question: 'Does it post for me?',
        answer: 'Only where you connect an account and let it. A workflow can wait for your yes before it does.',
      },
    ],
  },
}
