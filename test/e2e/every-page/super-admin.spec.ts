import { everyPageFor } from '#test/support/every-page.ts'

everyPageFor('super_admin')
