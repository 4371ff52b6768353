/** File types that are sent unchanged. Other pictures are converted to JPEG, if the browser can read them. */
const ACCEPTED: ReadonlySet<string> = new Set(['application/pdf', 'image/jpeg', 'image/png']);

/** The longest edge of a sent picture, in pixels: the small print of an A4 page stays readable. */
const LONGEST_EDGE = 2200;

/** A picture up to this size is sent as it is. */
const SMALL_BYTES = 1_000_000;

const JPEG_QUALITY = 0.85;

/** Draws a picture with a longest edge of at most this many pixels. @throws for a file that the browser cannot read. */
const draw = async (file: File, longestEdge: number, canvas: HTMLCanvasElement): Promise<void> => {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, longestEdge / Math.max(bitmap.width, bitmap.height));
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (context) {
    context.fillStyle = '#fff';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  }
  bitmap.close();
};

/** Whether the service accepts a file's type. */
export const isAccepted = ({ type }: File): boolean => ACCEPTED.has(type);

/**
 * Prepares a file for sending: large pictures are scaled down, and pictures of other types become JPEG. A file that the
 * browser cannot read stays unchanged.
 */
export const prepareFile = async (file: File): Promise<File> => {
  if (!file.type.startsWith('image/') || (isAccepted(file) && file.size <= SMALL_BYTES)) return file;
  const canvas = document.createElement('canvas');
  try {
    await draw(file, LONGEST_EDGE, canvas);
  } catch {
    return file;
  }
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', JPEG_QUALITY));
  if (!blob || (isAccepted(file) && blob.size >= file.size)) return file;
  return new File([blob], `${file.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
};

const THUMBNAIL_EDGE = 96;

/**
 * Draws a thumbnail of a file; nothing for a file that is no picture. A canvas is used because the page's policy allows
 * no other images.
 */
export const drawThumbnail = (file: File, canvas: HTMLCanvasElement): void => {
  draw(file, THUMBNAIL_EDGE, canvas).catch(() => undefined);
};
