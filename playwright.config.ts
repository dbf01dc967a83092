import { defineConfig } from '@playwright/test'
import { lowerProcessPriority } from './src/server/platform/priority.ts'
import { addressOf, portOf } from './test/support/e2e-ports.ts'

// The product puts the work of runs behind answers to requests. Beside browsers that want
// the processor all the time that work would hardly get on, so everything in a test competes as it does.
lowerProcessPriority(process.pid)

// Elsewhere when several run on one machine.
const port = Number(process.env.E2E_PORT ?? 4310)
const url = `http://127.0.0.1:${port}`

export default defineConfig({
  testDir: 'test/e2e',
  outputDir: '.data/test-results/browser',
  // A bound against hanging: some tests walk through a whole room of the product.
  timeout: 300_000,
  expect: { timeout: 20_000 },
  // One product on two cores: some tests wait, so that two at a time leave a quarter of the processor unused.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // What only goes well the second time is named at the end of `npm test`, to be mended.
  retries: 1,
  use: {
    baseURL: url,
    // Whatever a test waits for is there by then: a button that is gone fails its test soon.
    actionTimeout: 30_000,
    // Drawing movement takes a tenth of the processor time; tests of movement ask for it.
    reducedMotion: 'reduce',
    // Only where a test has failed before: it costs a quarter of the time of every test that goes well.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Nothing is drawn by a graphics card here, and handing pictures to another process costs a twelfth of the time.
        '--in-process-gpu',
      ],
    },
  },
  webServer: [
    {
      command: `node peers/oauth/server.ts ${portOf(url, 'oauth')}`,
      url: `${addressOf(url, 'oauth')}/google/.well-known/openid-configuration`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
    {
      command: `node peers/apps/server.ts ${portOf(url, 'apps')}`,
      url: `${addressOf(url, 'apps')}/health`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
    {
      // What steps of workflows send is for the stand-in of the test that looks at it.
      command: `node peers/whatsapp/server.ts ${portOf(url, 'WhatsApp')} ${addressOf(url, 'WhatsApp of connect-and-sell.spec.ts')}`,
      url: `${addressOf(url, 'WhatsApp')}/health`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
    {
      command: `node peers/telegram/server.ts ${portOf(url, 'Telegram')}`,
      url: `${addressOf(url, 'Telegram')}/health`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
    {
      command: `node peers/mailbox/server.ts ${portOf(url, 'mailbox')} ${portOf(url, 'IMAP of the mailbox')} ${portOf(url, 'SMTP of the mailbox')}`,
      url: `${addressOf(url, 'mailbox')}/health`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
    {
      command: `node peers/slack/workspace.ts ${portOf(url, 'Slack')}`,
      url: `${addressOf(url, 'Slack')}/health`,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    },
    {
      command: `node test/support/e2e-server.ts ${port}`,
      url: `${url}/health`,
      timeout: 60_000,
      gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    },
  ],
})
