/**
 * Tries every action of the apps that are spoken to by their own protocols, at real servers in folders of their own:
 * `node campaigns/app-servers.ts`
 *
 * Takes mariadbd, redis-server, vsftpd and sshd of Debian (`apt-get install mariadb-server redis-server vsftpd openssh-server`), as root for
 * vsftpd and sshd. What isn't installed is named and left out. Debian has no MongoDB: its stand-in is in the unit tests. Exits non-zero when
 * an action fails that shouldn't, or one succeeds that shouldn't.
 */
import { tryFiles } from './app-servers/files.ts'
import { tryMysql } from './app-servers/mysql.ts'
import { tryRedis } from './app-servers/redis.ts'
import type { Outcome } from './app-servers/trial.ts'

const outcomes: Outcome[] = []
for (const one of [tryMysql, tryRedis, tryFiles]) outcomes.push(...(await one()))

console.table(outcomes.map(({ app, what, ok, detail }) => ({ app, what, ok, detail: detail.slice(0, 90) })))
const failed = outcomes.filter(({ ok }) => !ok)
console.log(`${outcomes.length} trials, ${failed.length} failed`)
if (failed.length > 0) process.exitCode = 1
