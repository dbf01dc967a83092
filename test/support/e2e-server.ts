/** The real product on a fresh data folder, for the browser tests. */
import { writeFileSync } from 'node:fs'
import { addressesOf } from '#peers/apps/server.ts'
import { startTestGateway } from '#peers/razorpay/beside-program.ts'
import { slackAddresses } from '#peers/slack/workspace.ts'
import { telegramAddresses } from '#peers/telegram/server.ts'
import { whatsappAddresses } from '#peers/whatsapp/server.ts'
import { folderNote, gatewayNote } from './e2e-database.ts'
import { addressOf, hostsToCall } from './e2e-ports.ts'
import { placeInMemory } from './memory.ts'
import { temporaryFolder } from './program.ts'

const folder = temporaryFolder(placeInMemory() ?? undefined)
writeFileSync(folderNote(process.argv[2] ?? ''), folder.path)
process.on('exit', () => folder.remove())
const product = `http://127.0.0.1:${process.argv[2]}`
/** Started beside this (playwright.config.ts). */
const oauth = addressOf(product, 'oauth')
const apps = addressOf(product, 'apps')
Object.assign(process.env, {
  PORT: process.argv[2],
  DATA_DIR: folder.path,
  ADMIN_EMAIL: 'admin@example.test',
  ADMIN_PASSWORD: 'correct horse battery',
  // Each test comes from an address of its own.
  TRUST_PROXY: 'true',
  TEST_GATEWAY: 'yes',
  GOOGLE_CLIENT_ID: 'chowk',
  GOOGLE_CLIENT_SECRET: 'secret of chowk',
  GOOGLE_ISSUER: `${oauth}/google`,
  // Gmail is connected through the same stand-in, which is called as any other outside service is.
  GMAIL_API_URL: `${oauth}/google`,
  OUTBOUND_ALLOW: hostsToCall(product).join(),
  // Answers over UDP, while sign-on.spec.ts runs.
  DNS_SERVERS: new URL(addressOf(product, 'name server')).host,
  // Apps of the catalogue are reached at their stand-in.
  APP_ADDRESSES: addressesOf(apps, {
    ...whatsappAddresses(addressOf(product, 'WhatsApp')),
    ...telegramAddresses(addressOf(product, 'Telegram')),
    ...slackAddresses(addressOf(product, 'Slack')),
  }),
  // Nothing answers there: plugins come from files.
  PLUGIN_REGISTRY: addressOf(product, 'plugin registry'),
  GITHUB_CLIENT_ID: 'chowk',
  GITHUB_CLIENT_SECRET: 'secret of chowk',
  GITHUB_URL: `${oauth}/github`,
  GITHUB_API_URL: `${oauth}/github/api`,
  // Sellers are paid through the test gateway, too.
  RAZORPAYX_ACCOUNT_NUMBER: 'of the tests',
})
// Payments that wait are approved soon.
await startTestGateway({ approve_after_ms: 4000 })
writeFileSync(gatewayNote(process.argv[2] ?? ''), process.env.RAZORPAY_BASE_URL ?? '')
await import('#server/main.ts')
