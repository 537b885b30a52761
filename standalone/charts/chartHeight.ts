/** The height of every chart, in pixels; also of the space that is kept while one is loaded. */
export const chartHeight = 208;
