import { Link } from '@tanstack/react-router'
import { useReturnState } from '#web/features/auth/public.ts'
import { paths } from '#web/lib/paths.ts'
import { useSite } from '#web/lib/session/site.ts'
import { MothMark } from './moth-mark.tsx'
import './footer.css'

const pages = [
  { to: paths.home, label: 'Home' },
  { to: paths.bugList, label: 'Bugs' },
  { to: paths.userList, label: 'Users' },
  { to: paths.login, label: 'Login' },
]

export function Footer() {
  const { author, productName } = useSite()
  const returnState = useReturnState()
  const links = [
    { href: author.codeHost, label: 'Source code' },
    { href: author.network, label: 'Professional network' },
    { href: author.mail && mailLink(author.mail), label: 'Mail' },
    { href: author.portfolio, label: 'Portfolio' },
  ].filter(({ href }) => href)
  return (
    <footer className="footer not-printed">
      <div className="footer-inner">
        <div className="footer-words">
          <p className="footer-brand">
            <MothMark size={18} /> {productName}
          </p>
          <p>Built with React, Node.js and PostgreSQL.</p>
          <p>
            © {new Date().getFullYear()} {author.name || productName}
          </p>
        </div>
        <nav className="footer-links" aria-label="Footer">
          <ul className="footer-list">
            {pages.map(({ to, label }) => (
              <li key={to}>
                <Link to={to} {...(to === paths.login && { state: returnState })}>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
          {links.length > 0 && (
            <ul className="footer-list">
              {links.map(({ href, label }) => (
                <li key={label}>
                  <a href={href} rel="noreferrer me">
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </nav>
      </div>
    </footer>
  )
}

function mailLink(mail: string): string {
  return mail.startsWith('mailto:') ? mail : `mailto:${mail}`
}
