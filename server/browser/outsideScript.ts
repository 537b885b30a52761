/** Loads a third party's script from its address. Rejects when it does not arrive; it may then be asked for again. */
export function loadOutsideScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`the script ${url} could not be loaded`));
    });
    document.head.append(script);
  });
}
