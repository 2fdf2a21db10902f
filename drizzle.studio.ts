import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: './app/db/studio/schema.ts',
  out: './migrations/studio',
})
