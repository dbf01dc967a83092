import { defineConfig } from 'vitest/config'
import { contractTables } from './scripts/contract-tables.ts'
import { lowerProcessPriority } from './src/server/platform/priority.ts'
import { keepTemporaryFilesInMemory } from './test/support/memory.ts'

// The product puts the work of runs behind answers to requests. Beside other test files that want
// the processor all the time that work would hardly get on, so everything in a test competes as it does.
lowerProcessPriority(process.pid)
keepTemporaryFilesInMemory()

const OF_PAGES = ['src/web/**/*.test.ts', 'src/web/**/*.test.tsx']

export default defineConfig({
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'server',
          include: ['src/**/*.test.ts', 'test/*.test.ts'],
          exclude: OF_PAGES,
          globalSetup: ['test/support/global-setup.ts'],
          // Node runs these sources as they are, as it does in use. Through the runner of Vite their import took each process four
          // times as long, and every name that a module imports is looked up again wherever it is used.
          experimental: { viteModuleRunner: false, nodeLoader: false },
        },
      },
      // Screens are rendered in tests too.
      { extends: true, plugins: [contractTables()], test: { name: 'pages', include: OF_PAGES } },
    ],
    setupFiles: ['test/support/after-each-file.ts'],
    pool: 'forks',
    // Files share the processes, and with them what they import, which took more than half of the time: no test may lean on a
    // module being as new, or leave one changed.
    isolate: false,
    // More than there are cores: many tests wait for programs they started.
    maxWorkers: 3,
    // A bound against hanging, not a measurement: two slow cores start whole programs in some tests.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    // Like the two above: what a test polls for is there at once, or late on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    // What only goes well the second time is named at the end of `npm test`, to be mended.
    retry: 1,
  },
})
