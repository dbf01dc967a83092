/** The categories of the marketplace: the four linked ones of §2.1 first. */
export const CATEGORIES = [
  {
    slug: 'healthcare',
    name: 'Healthcare',
    icon: 'stethoscope',
    description: 'Coding, records and paperwork for clinics and hospitals.',
  },
  {
    slug: 'document-processing',
    name: 'Document processing',
    icon: 'file-text',
    description: 'Read, structure and query PDFs and other documents.',
  },
  {
    slug: 'finance',
    name: 'Finance',
    icon: 'indian-rupee',
    description: 'Statements, invoices and their figures.',
  },
  {
    slug: 'customer-service',
    name: 'Customer service',
    icon: 'headphones',
    description: 'Answer, sort and route customer messages.',
  },
  { slug: 'legal', name: 'Legal', icon: 'scale', description: 'Contracts: clauses, risks, obligations and dates.' },
  {
    slug: 'productivity',
    name: 'Productivity',
    icon: 'list-checks',
    description: 'Everyday tasks, done while you do something else.',
  },
  {
    slug: 'developer-tools',
    name: 'Developer tools',
    icon: 'code',
    description: 'Agents for people who build software.',
  },
  {
    slug: 'marketing',
    name: 'Marketing',
    icon: 'megaphone',
    description: 'Write, plan and measure marketing.',
  },
] as const
