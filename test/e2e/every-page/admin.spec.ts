import { everyPageFor } from '#test/support/every-page.ts'

everyPageFor('admin')
