/** The parts of /health as people call them, with what their loss means and what to look at. Plain data. */
export const PARTS: Readonly<Record<string, { name: string; meaning: string }>> = {
  database: { name: 'Database', meaning: 'Nothing can be saved. Check the database server and its disk.' },
  migrations: {
    name: 'Database schema',
    meaning: 'The database lacks migrations of this version. Restart one process.',
  },
  storage: {
    name: 'File storage',
    meaning: 'Files can’t be written. Check the disk and the mount of the data folder, or the bucket.',
  },
  engine: {
    name: 'Workers',
    meaning: 'No worker is alive, so runs wait. Start a process with ROLE=worker or ROLE=all.',
  },
  queue: { name: 'Queue', meaning: 'Runs have waited for more than ten minutes and none begins.' },
  requests: { name: 'Request connections', meaning: 'Requests get no database connection. Look for a long lock.' },
  gateway: { name: 'Payment gateway', meaning: 'The payment gateway doesn’t answer. Payments wait.' },
  mail: { name: 'Mail server', meaning: 'The mail server doesn’t answer. Mail waits in the outbox.' },
  dns: { name: 'Name resolution', meaning: 'Names of other servers can’t be resolved. Check the DNS of this machine.' },
  clock: {
    name: 'Clock',
    meaning: 'The clocks of this machine and of the database differ by more than a minute. Check NTP on both.',
  },
}

/** A part that no text is written for yet. */
export const partOf = (key: string): { name: string; meaning: string } =>
  PARTS[key] ?? { name: key, meaning: 'This part doesn’t work.' }
