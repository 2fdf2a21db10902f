import { vitePlugin as remix } from '@remix-run/dev'
import { defineConfig } from 'vite'

/**
 * A bare Remix page with hydration, as a template gives it: what our timetable is measured against.
 */
export default defineConfig({
  plugins: [remix({ buildDirectory: '../../../build/peer-remix' })],
  ssr: {
    resolve: {
      conditions: ['workerd', 'worker', 'browser'],
      externalConditions: ['workerd', 'worker'],
    },
  },
  resolve: { mainFields: ['browser', 'module', 'main'] },
})
