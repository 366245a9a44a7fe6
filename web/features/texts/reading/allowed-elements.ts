import type { Options } from 'rehype-sanitize'

/** All elements and attributes that a text may put into a page. */
export const allowedElements: Options = {
  tagNames: [
    ...['p', 'br', 'hr', 'blockquote', 'pre', 'code', 'em', 'strong', 'del', 'a', 'img'],
    ...['h3', 'h4', 'h5', 'h6', 'ol', 'ul', 'li', 'input', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: {
    a: ['href'],
    img: ['src', 'alt'],
    code: [['className', /^language-[\w+#.-]{1,40}$/]],
    input: ['checked', ['type', 'checkbox'], ['disabled', true]],
    li: [['className', 'task-list-item']],
    ol: ['start', ['className', 'contains-task-list']],
    ul: [['className', 'contains-task-list']],
    th: [['align', 'left', 'center', 'right']],
    td: [['align', 'left', 'center', 'right']],
  },
  protocols: {
    href: ['http', 'https', 'mailto', 'attachment'],
    src: ['http', 'https', 'mailto', 'attachment'],
  },
  required: { input: { type: 'checkbox', disabled: true } },
  ancestors: Object.fromEntries(['thead', 'tbody', 'tr', 'th', 'td'].map((name) => [name, ['table']])),
  strip: [],
}
