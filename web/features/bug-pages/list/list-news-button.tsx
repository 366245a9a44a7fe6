import { IconArrowUp } from '@tabler/icons-react'
import './list-news-button.css'

/** Offers what has come while the list was on the screen. It lies over the page, so that no row moves under a pointer. */
export function ListNewsButton({ words, onShow }: { words: string | undefined; onShow: () => void }) {
  return (
    <div className="list-news not-printed" role="status">
      {words !== undefined && (
        <button type="button" className="list-news-button" onClick={onShow}>
          <IconArrowUp size={14} aria-hidden />
          {words}
        </button>
      )}
    </div>
  )
}
