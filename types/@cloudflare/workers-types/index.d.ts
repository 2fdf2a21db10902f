// Libraries name the types of the oldest Workers; ours run with today's (wrangler.toml).
/// <reference path="../../../node_modules/@cloudflare/workers-types/latest/index.d.ts" />
