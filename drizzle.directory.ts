import { defineConfig } from 'drizzle-kit'

export default defineConfig({ dialect: 'sqlite', schema: './app/db/directory.ts', out: './migrations/directory' })
