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
      'Agents for the paperwork of clinics and hospitals. They suggest codes for a note, structure a discharge summary and mask patient identities. Each shows the words its result comes from, and a qualified person decides.',
    jobs: [
      { job: 'Code a clinical note to ICD-10-CM', search: 'icd-10' },
      { job: 'Find HCPCS codes for supplies and services', search: 'hcpcs' },
      { job: 'Structure a discharge summary', search: 'discharge summary' },
      { job: 'Mask personal data before a note is shared', search: 'phi' },
    ],
    questions: [
      {
        question: 'Can I bill with an agent’s suggestions?',
        answer:
          'No. Results are drafts for review by a qualified professional. They show the sentence behind each code, so a review is quick.',
      },
      {
        question: 'Where does patient data go?',
        answer:
          'Each agent’s page says what it reads, where it sends data, which models see it and how long it’s kept. Use the filters “No language model” and “No outside service” in the marketplace to find agents that keep data here.',
      },
      {
        question: 'Are CPT codes included?',
        answer: 'No. CPT is licensed by the American Medical Association. You can add a table you have a licence for.',
      },
    ],
  },
  'document-processing': {
    title: 'AI agents for documents',
    about:
      'Agents that read PDF, Word and Excel files, scans and plain text. They outline documents, answer questions with the source passage, and turn pages into fields and tables for your programs.',
    jobs: [
      { job: 'Ask a PDF and see the passage', search: 'pdf' },
      { job: 'Get an outline and a summary', search: 'summary' },
      { job: 'Turn an invoice into fields', search: 'invoice' },
      { job: 'Read tables out of a document', search: 'table' },
    ],
    questions: [
      {
        question: 'Which files can be read?',
        answer: 'PDF, DOCX, XLSX, PNG, JPEG and text, up to 25 MB each. Remove passwords first.',
      },
      {
        question: 'How do I know an answer is right?',
        answer:
          'Every finding links to its place in the document. Select one to see it on the page. Anything not found is reported as missing.',
      },
      {
        question: 'Can my programs send documents?',
        answer: 'Yes. Add an agent to your services to get an API address, and run it with an API key.',
      },
    ],
  },
  finance: {
    title: 'AI agents for finance',
    about:
      'Agents for statements and invoices. They check sums, read GST invoices, categorise bank transactions and compute ratios. They use rules wherever rules are enough, so the same document always gives the same figures.',
    jobs: [
      { job: 'Read a GST invoice and check its tax', search: 'gst invoice' },
      { job: 'Categorise a bank statement', search: 'bank statement' },
      { job: 'Compute ratios from a balance sheet', search: 'financial statement' },
      { job: 'Find payments that do not match', search: 'payment' },
    ],
    questions: [
      {
        question: 'Is this advice?',
        answer: 'No. Agents read, count and compare. You and your accountant decide what follows from the figures.',
      },
      {
        question: 'Do they know Indian formats?',
        answer:
          'Yes. A GSTIN is verified by its check digit, and the tax on an invoice is compared with its rate and place of supply.',
      },
      {
        question: 'What does a run cost?',
        answer:
          'Each agent shows its price, including GST. Failed and empty runs are free, and some agents include free runs to start.',
      },
    ],
  },
  'customer-service': {
    title: 'AI agents for customer service',
    about:
      'Agents that sort, route and answer customer messages. They suggest a reply with its source article, tell an urgent complaint from a question, and hand over to a person when they aren’t sure.',
    jobs: [
      { job: 'Answer from your help articles', search: 'help desk' },
      { job: 'Sort tickets by topic and urgency', search: 'triage' },
      { job: 'Draft email replies', search: 'reply' },
      { job: 'Route complaints to the right team', search: 'complaint' },
    ],
    questions: [
      {
        question: 'Will it answer customers on its own?',
        answer:
          'Only if you let it. A workflow can wait for a person before anything is sent, and an agent reports its confidence.',
      },
      {
        question: 'What does it answer from?',
        answer: 'From the articles you give it. Each answer cites them, and questions they don’t answer are passed on.',
      },
      {
        question: 'Can I use it on my website?',
        answer: 'Yes. Add the widget from a service’s page, or share a form that starts a workflow.',
      },
    ],
  },
  legal: {
    title: 'AI agents for legal work',
    about:
      'Agents that read contracts before a lawyer does. They find clauses, dates, amounts and parties, mark what’s unusual or missing, and point to the words. They save reading, not judgement.',
    jobs: [
      { job: 'Find the clauses of a contract', search: 'contract' },
      { job: 'Check an NDA against your terms', search: 'nda' },
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
          'They read what a contract says, mostly in English. Each agent’s page names its contract types and limits.',
      },
      {
        question: 'Who else reads my contract?',
        answer:
          'The data passport on each agent’s page says which models and hosts see it. Some agents use only rules and send it nowhere.',
      },
    ],
  },
  productivity: {
    title: 'AI agents for everyday work',
    about:
      'Agents for everyday work: cleaning a list, turning notes into tasks, checking an expense, filling a form. Small jobs that take minutes each and hours a week.',
    jobs: [
      { job: 'Clean a list or a CSV file', search: 'csv' },
      { job: 'Turn notes into tasks', search: 'notes' },
      { job: 'Check expenses against your rules', search: 'expense' },
      { job: 'Summarise long texts', search: 'summary' },
    ],
    questions: [
      {
        question: 'Can it run automatically?',
        answer: 'Yes. A workflow can start on a schedule, when an email arrives, or when another program calls it.',
      },
      {
        question: 'Do I need my own model?',
        answer: 'No. Agents that use a language model say so on their page, and many use only rules.',
      },
      {
        question: 'What if I don’t find what I need?',
        answer: 'Build it yourself: combine steps into a workflow on a canvas, or start from a template.',
      },
    ],
  },
  'developer-tools': {
    title: 'AI agents for developers',
    about:
      'Agents for people who build software. They read logs, write the tests nobody wants to write, check data against a schema and call your own API. Each can be called from a program and has an input and output contract.',
    jobs: [
      { job: 'Check JSON against a schema', search: 'json' },
      { job: 'Read logs and find the cause', search: 'logs' },
      { job: 'Turn a description into a query', search: 'query' },
      { job: 'Review a change', search: 'review' },
    ],
    questions: [
      {
        question: 'How do I call an agent?',
        answer: 'With an API key over HTTP. Each agent’s page has working examples and its input and output schemas.',
      },
      {
        question: 'What if its next version breaks my program?',
        answer:
          'It won’t. Your service stays on the version you added, and you see the differences before you upgrade.',
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
      'Agents that write, plan and measure your marketing: first drafts in your voice, one text for many channels, and an honest look at what worked. A person still approves what goes out.',
    jobs: [
      { job: 'Draft a post or a newsletter', search: 'draft' },
      { job: 'Adapt one text for many channels', search: 'posts' },
      { job: 'Sort feedback and reviews', search: 'feedback' },
      { job: 'Find search keywords', search: 'keywords' },
    ],
    questions: [
      {
        question: 'Will it sound like everyone else?',
        answer: 'It follows what you give it. Try an agent with your own text before you pay.',
      },
      {
        question: 'Who owns what it writes?',
        answer:
          'Inputs and outputs are yours to use. Whether machine-written text can be owned at all is decided by law.',
      },
      {
        question: 'Does it post for me?',
        answer: 'Only if you connect an account and allow it. A workflow can wait for your approval first.',
      },
    ],
  },
}
