// @ts-check
/** Programs for the graphics card. Positions are read from two textures and mixed while gliding. */

const POSITION = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
uniform sampler2D before, after;
uniform float glide;
uniform vec4 transform;
uniform vec2 panel;
uniform float ratio;
vec2 pixels(int node) {
  ivec2 place = ivec2(node & 2047, node >> 11);
  vec2 at = texelFetch(after, place, 0).xy;
  if (glide < 1.0) at = mix(texelFetch(before, place, 0).xy, at, glide);
  return (at * transform.xy + transform.zw) * ratio;
}
vec4 clip(vec2 at) {
  vec2 unit = at / panel * 2.0 - 1.0;
  return vec4(unit.x, -unit.y, 0.0, 1.0);
}
`;

export const POINT_VERTEX = `${POSITION}
uniform int chosenOnly;
uniform vec4 palette[9];
uniform float strength, outline, reach, growth;
layout(location = 0) in uvec4 style;
flat out vec4 tint;
flat out vec3 shape;
void main() {
  bool chosen = (style.w & 1u) == 1u;
  float radius = float(style.z) / 8.0 * ratio * growth;
  // A circle's square is small; the corners of the others reach further out.
  float size = 2.0 * radius * (style.y == 0u ? 1.0 : reach) + 2.0 + 2.0 * outline;
  tint = palette[style.x];
  tint.a *= strength;
  shape = vec3(radius, float(style.y), size);
  gl_PointSize = size;
  gl_Position = chosen == (chosenOnly == 1) ? clip(pixels(gl_VertexID)) : vec4(2.0, 2.0, 2.0, 1.0);
}`;

export const POINT_FRAGMENT = `#version 300 es
precision highp float;
precision highp sampler2DArray;
uniform sampler2DArray tiles;
uniform vec3 paper;
uniform float outline, reach;
flat in vec4 tint;
flat in vec3 shape;
out vec4 result;
void main() {
  vec2 at = (gl_PointCoord - 0.5) * shape.z;
  float inside;
  if (shape.y < 0.5) inside = shape.x - length(at);
  else {
    vec2 place = at / (2.0 * shape.x * reach) + 0.5;
    inside = (texture(tiles, vec3(place, shape.y)).r * 255.0 - 128.0) / 127.0 * shape.x;
  }
  float alpha = clamp(inside + 0.5 + outline, 0.0, 1.0) * tint.a;
  vec3 colour = outline > 0.0 ? mix(paper, tint.rgb, clamp(inside + 0.5, 0.0, 1.0)) : tint.rgb;
  result = vec4(colour * alpha, alpha);
}`;

/** Corners are counted, not stored: two a line, six a ribbon of two triangles. */
const EDGE_ENDS = `${POSITION}
uniform usampler2D pairs;
uvec2 ends(int edge) {
  return texelFetch(pairs, ivec2(edge & 2047, edge >> 11), 0).xy;
}
`;

/** Lines of one pixel: for thousands of edges, where every operation counts. */
export const LINE_VERTEX = `${EDGE_ENDS}
void main() {
  uvec2 both = ends(gl_VertexID >> 1);
  gl_Position = clip(pixels(int((gl_VertexID & 1) == 0 ? both.x : both.y)));
}`;

export const LINE_FRAGMENT = `#version 300 es
precision mediump float;
uniform vec4 ink;
out vec4 result;
void main() {
  result = ink;
}`;

export const RIBBON_VERTEX = `${EDGE_ENDS}
uniform float width;
out float across;
out float along;
void main() {
  int edge = gl_VertexID / 6;
  int corner = gl_VertexID - edge * 6;
  uvec2 both = ends(edge);
  vec2 a = pixels(int(both.x)), b = pixels(int(both.y));
  vec2 run = b - a;
  float size = max(length(run), 1e-6);
  bool far = corner == 1 || corner == 4 || corner == 5;
  bool upper = corner == 2 || corner == 3 || corner == 5;
  along = far ? size : 0.0;
  across = (upper ? 1.0 : -1.0) * (width * 0.5 + 0.75);
  gl_Position = clip((far ? b : a) + vec2(-run.y, run.x) / size * across);
}`;

/** `ink` comes multiplied by its alpha. */
export const RIBBON_FRAGMENT = `#version 300 es
precision highp float;
uniform vec4 ink;
uniform float width, on, off;
in float across;
in float along;
out vec4 result;
void main() {
  float cover = clamp(width * 0.5 + 0.5 - abs(across), 0.0, 1.0);
  if (off > 0.0) {
    float phase = mod(along, on + off);
    cover *= clamp(min(phase, on - phase) + 0.5, 0.0, 1.0);
  }
  result = ink * cover;
}`;
