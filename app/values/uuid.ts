const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text is a UUID, in any letter case: what ids of accounts look like on the wire. */
export const isUuid = (text: string): boolean => form.test(text)
