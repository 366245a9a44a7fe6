/** Returns a text as HTML and its attributes take it. */
export const inMarkup = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
