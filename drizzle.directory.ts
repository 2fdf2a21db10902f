import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'sqlite',
  schema: ['./app/db/directory.ts', './app/db/directory-auth.ts'],
  out: './migrations/directory',
})
