import type { Page } from '@playwright/test'

/**
 * Gives pages a WebGL context that draws nothing. Markers, popups and the camera work as usual, without
 * rendering the map on the processor.
 */
export const openMapWithoutDrawing = (page: Page) => page.addInitScript(stubWebGl)

function stubWebGl() {
  const { getContext } = HTMLCanvasElement.prototype
  const contexts = new Map<HTMLCanvasElement, unknown>()
  Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', {
    value(this: HTMLCanvasElement, type: string, options: unknown) {
      if (type !== 'webgl2') return getContext.call(this, type, options)
      if (!contexts.has(this)) contexts.set(this, createContext(this))
      return contexts.get(this)
    },
  })

  function createContext(canvas: HTMLCanvasElement) {
    const { FRAMEBUFFER_COMPLETE, ACTIVE_ATTRIBUTES, ACTIVE_UNIFORMS, VERSION } = WebGL2RenderingContext
    const results: Record<string, (of: unknown, name: number) => unknown> = {
      checkFramebufferStatus: () => FRAMEBUFFER_COMPLETE,
      getAttribLocation: () => 0,
      getContextAttributes: () => ({}),
      getError: () => 0,
      getParameter: (name) => (name === VERSION ? 'WebGL 2.0' : 4096),
      getProgramParameter: (_program, name) =>
        name === ACTIVE_ATTRIBUTES || name === ACTIVE_UNIFORMS ? 0 : true,
      getShaderParameter: () => true,
      isContextLost: () => false,
    }
    const own: Record<string, unknown> = {
      canvas,
      get drawingBufferWidth() {
        return canvas.width
      },
      get drawingBufferHeight() {
        return canvas.height
      },
    }
    return new Proxy(own, {
      get(target, name) {
        if (typeof name === 'symbol' || name in target) return Reflect.get(target, name)
        if (name in WebGL2RenderingContext) return Reflect.get(WebGL2RenderingContext, name)
        if (name in results) return results[name]
        // Objects such as textures, which every create function returns.
        return () => (name.startsWith('create') ? {} : null)
      },
    })
  }
}
